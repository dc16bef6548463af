import { inOneLine } from '../../domain/errors.ts';
import { coerce, fromObject } from '../../domain/fields/coerce.ts';
import { examine } from '../../domain/fields/examine.ts';
import { type FieldTable, table } from '../../domain/fields/table.ts';
import type { Context } from '../../kinds/context.ts';
import { exportParameters } from '../../kinds/event/parameters.ts';
import type { ExportRequest } from '../../kinds/export/export.ts';
import { exportFields } from '../../kinds/export/fields.ts';
import { whereOf } from '../../kinds/shared/parameters.ts';

/** Parses REST parameters, which are options of the program, into an export request. @throws Error with one line for all wrong ones */
export function exportRequest(parameters: Readonly<Record<string, string>>, ctx: Context): ExportRequest {
  const options: FieldTable = table({ ...exportFields, ...exportParameters });
  const form = { table: options, use: 'filter' } as const;
  const sent = coerce(form.table, fromObject(parameters));
  const examined = examine(form, sent, ctx);
  const wrong = examined.problems.map((one) => ({ ...one, field: `--${options[one.field]!.wire}` }));
  if (wrong.length > 0) throw new Error(inOneLine(wrong));
  const { kinds, trash, users, ...filters } = examined.values as ExportRequest;
  const isFiltered = Object.keys(sent.values).some((key) => key in exportParameters);
  return {
    kinds,
    trash,
    users,
    ...(isFiltered && { where: whereOf(exportParameters, filters, ctx).where }),
  } as ExportRequest;
}
