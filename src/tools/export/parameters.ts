import { coerce, fromObject } from '../../domain/fields/coerce.ts';
import { examine, refuse } from '../../domain/fields/examine.ts';
import { table } from '../../domain/fields/table.ts';
import type { Context } from '../../kinds/context.ts';
import { exportParameters } from '../../kinds/event/parameters.ts';
import type { ExportRequest } from '../../kinds/export/export.ts';
import { exportFields } from '../../kinds/export/fields.ts';
import { whereOf } from '../../kinds/shared/parameters.ts';

/** Parses REST parameters into an export request. @throws INVALID_FIELD naming every invalid parameter */
export function exportRequest(parameters: Readonly<Record<string, string>>, ctx: Context): ExportRequest {
  const form = { table: table({ ...exportFields, ...exportParameters }), use: 'filter' } as const;
  const sent = coerce(form.table, fromObject(parameters));
  const examined = examine(form, sent, ctx);
  refuse(examined);
  const { kinds, trash, users, ...filters } = examined.values as ExportRequest;
  const isFiltered = Object.keys(sent.values).some((key) => key in exportParameters);
  return {
    kinds,
    trash,
    users,
    ...(isFiltered && { where: whereOf(exportParameters, filters, ctx).where }),
  } as ExportRequest;
}
