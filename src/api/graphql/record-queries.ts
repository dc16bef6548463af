import { pageFields, recordsOnPage } from '../../domain/fields/paging.ts';
import type { FieldTable } from '../../domain/fields/table.ts';
import type { Applied, Page } from '../../domain/paging.ts';
import { capitalized } from '../../domain/text.ts';
import type { RecordService } from '../../kinds/record-service.ts';
import { builder, type ObjectType, ofAny } from './builder.ts';
import { shownInChanges } from './changes.ts';
import { connectionField, type PartField, WHICH } from './connections.ts';
import type { ResolverContext } from './context.ts';
import { COSTS, COUNTS, type ListPoints, OF_RECORDS, type Points } from './costs.ts';
import { forRest } from './for-rest.ts';
import { refOf, whichRecord } from './inputs.ts';
import { readable } from './node.ts';

const AppliedRef = builder.objectRef<Applied>('Applied').implement({
  description: 'The filters and the order that apply to a list, including defaults.',
  fields: (t) => ({
    status: t.exposeString('status', {
      nullable: true,
      description: 'The statuses that are listed; `any` for all that the caller may see.',
    }),
  }),
});

type Reading<R, Filter> = Pick<RecordService<R, Filter, never, never>, 'list' | 'connection' | 'read'>;

interface Resource<R, Filter> {
  /** The connection of the kind. */
  connection: {
    where: FieldTable;
    orders: Readonly<Record<string, string>>;
    otherwise: string;
    distance?: string;
  };
  kind: { name: string; plural: string; queries: { one: string; connection: string; page: string } };
  type: ObjectType<R>;
  service(ctx: ResolverContext): Reading<R, Filter>;
  /** The cost of finding and of counting the records, if it is above the usual. */
  price?: ListPoints;
}

const USUAL: Points = { field: COSTS.others, total: COSTS.otherTotal };

/** The page type and the root fields that read records. Each resolver passes its arguments to the service. */
export function rootFields<R extends object, Filter>(resource: Resource<R, Filter>): PartField<R> {
  const { kind, type, service, price = () => USUAL } = resource;
  const { name, plural, queries } = kind;
  const Name = capitalized(name);
  const part = connectionField({
    name,
    plural: queries.connection,
    type,
    ...resource.connection,
    read: (input, ctx) => service(ctx).connection(input, ctx),
    price,
  });
  readable(name, type, (ref, ctx) => service(ctx).read(ref, ctx));
  shownInChanges(name, type);
  const page = builder.objectRef<Page<R>>(`${Name}Page`).implement({
    description: `One page of a list of ${name} records. A page past the end is empty.`,
    fields: (t) => ({
      items: t.field({
        type: [type],
        description: 'The records on this page.',
        complexity: { field: 0, multiplier: 1 },
        extensions: OF_RECORDS,
        resolve: (page) => page.items(),
      }),
      total: t.int({
        extensions: COUNTS,
        description: 'Number of matching records on all pages.',
        resolve: (page) => page.total(),
      }),
      totalPages: t.int({
        extensions: COUNTS,
        description: 'Number of pages; 0 if nothing matches.',
        resolve: (page) => page.totalPages(),
      }),
      hasNextPage: t.boolean({
        description: 'Whether more records follow this page. Finding out does not require counting them.',
        resolve: (page) => page.hasNextPage(),
      }),
      page: t.exposeInt('page', { description: 'The number of this page, from 1.' }),
      perPage: t.exposeInt('perPage', { description: pageFields.perPage.description }),
      applied: t.expose('applied', {
        type: AppliedRef,
        description: 'The filters and the order that apply, including defaults.',
      }),
    }),
  });

  builder.queryFields((t) => ({
    [queries.one]: t.field({
      type: ofAny(type),
      nullable: true,
      description: `One ${name}. Null with an error if there is none or the caller may not see it.`,
      args: whichRecord,
      complexity: COSTS.read,
      resolve: (_, { ref }, ctx) => service(ctx).read(refOf(name, ref, ctx), ctx),
    }),
    [queries.page]: t.field({
      type: page,
      nullable: true,
      ...forRest(plural, `A list of ${name} records that the caller may see.`),
      args: {
        where: t.arg({ type: part.where, description: WHICH }),
        orderBy: t.arg({ type: part.order, description: 'The order. Default: that of REST.' }),
        page: t.arg.int({ defaultValue: pageFields.page.default, description: pageFields.page.description }),
        perPage: t.arg.int({ defaultValue: pageFields.perPage.default, description: pageFields.perPage.description }),
      },
      complexity: (args): Points => ({ ...price(args), records: recordsOnPage(args) }),
      resolve: (_, args, ctx) =>
        ctx.loaders.once(`${queries.page} ${JSON.stringify(args)}`, () => {
          const { where, ...page } = args;
          return service(ctx).list((where ?? {}) as Filter, page, ctx);
        }),
    }),
  }));

  return part;
}
