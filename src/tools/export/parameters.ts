import { DomainError } from '../../domain/errors.ts';
import { coerce, fromObject } from '../../domain/fields/coerce.ts';
import { examine, invalid } from '../../domain/fields/examine.ts';
import { type FieldTable, table } from '../../domain/fields/table.ts';
import { messageIn } from '../../domain/message.ts';
import type { Context } from '../../kinds/context.ts';
import { exportParameters } from '../../kinds/event/parameters.ts';
import type { ExportRequest } from '../../kinds/export/export.ts';
import { exportFields } from '../../kinds/export/fields.ts';
import { whereOf } from '../../kinds/shared/parameters.ts';

const PARAMETERS: FieldTable = table({ ...exportFields, ...exportParameters });

type Typed = Readonly<Record<string, string>>;

/** An error in one line, with the options as they were typed in place of fields; any other error as it is. */
export function namingOptions(error: unknown, typed: Typed): unknown {
  if (!(error instanceof DomainError) || error.problems.length === 0) return error;
  const wireOf = (field: string) =>
    (Object.values(exportParameters).find(({ asks }) => asks === field) ?? PARAMETERS[field])?.wire ?? field;
  const lines = error.problems.map(({ field, at, message }) => {
    const option = `--${wireOf(field)}${at ? ` ${typed[wireOf(field)]}` : ''}`;
    return `${option}: ${messageIn(message, 'en', (other) => `--${wireOf(other)}`)}`;
  });
  return new Error(lines.join(' '));
}

/** Parses REST parameters, which are options of the program, into an export request. @throws INVALID_FIELD for all wrong ones */
export function exportRequest(parameters: Typed, ctx: Context): ExportRequest {
  const form = { table: PARAMETERS, use: 'filter' } as const;
  const sent = coerce(form.table, fromObject(parameters));
  const examined = examine(form, sent, ctx);
  if (examined.problems.length > 0) throw invalid(examined.problems);
  const { kinds, trash, users, ...filters } = examined.values as ExportRequest;
  const isFiltered = Object.keys(sent.values).some((key) => key in exportParameters);
  return {
    kinds,
    trash,
    users,
    ...(isFiltered && { where: whereOf(exportParameters, filters, ctx).where }),
  } as ExportRequest;
}
