import { takenInKeys } from '../../domain/fields/describe.ts';
import type { ExportPage, ExportRequest } from '../../kinds/export/export.ts';
import { exportFields, exportPlace } from '../../kinds/export/fields.ts';
import { builder } from './builder.ts';
import { COSTS } from './costs.ts';
import { Json } from './scalars.ts';
import { eventWhereInput } from './types/event.ts';
import { inputTypeOf } from './types.ts';

const PageType = builder.objectRef<ExportPage>('ExportPage').implement({
  description: 'A page of an export.',
  fields: (t) => ({
    lines: t.field({
      type: [Json],
      description:
        'One object per record. The first describes the calendar and has a cursor from which you can follow its changes.',
      resolve: ({ lines }) => lines,
    }),
    next: t.exposeString('next', { nullable: true, description: 'Where the next page begins; null on the last.' }),
  }),
});

const { kinds, trash, users } = exportFields;

builder.queryField('exportPage', (t) =>
  t.field({
    type: PageType,
    nullable: true,
    description:
      'Everything in the calendar, page by page, in the format that `npm run import` reads, including all languages, drafts and hidden events. For editors and administrators.',
    args: {
      kinds: t.arg({ type: inputTypeOf(kinds.kind), description: takenInKeys(kinds) }),
      trash: t.arg.boolean({ description: takenInKeys(trash) }),
      users: t.arg.boolean({ description: takenInKeys(users) }),
      where: t.arg({
        type: eventWhereInput,
        description: 'Only events that lists with this filter show. Default: all events.',
      }),
      after: t.arg.string({ description: takenInKeys(exportPlace.after) }),
    },
    complexity: COSTS.export,
    resolve: (_, args, ctx) => ctx.services.export.page(args as ExportRequest, ctx),
  }),
);
