import type { InputRef } from '@pothos/core';
import { type PageInput, pageFields, recordsOnPage } from '../fields/paging.ts';
import type { FieldTable } from '../fields/table.ts';
import type { Operations } from '../operations.ts';
import type { Applied, Page } from '../rules/paging.ts';
import { capitalized } from '../rules/text.ts';
import { builder, type ObjectType } from './builder.ts';
import { connectionField, type PartField } from './connections.ts';
import type { ResolverContext } from './context.ts';
import { forRest } from './for-rest.ts';
import { refOf, whichRecord } from './inputs.ts';
import { READ_COST, readable } from './node.ts';

const AppliedRef = builder.objectRef<Applied>('Applied').implement({
  description: 'What a list was asked for in effect, defaults included.',
  fields: (t) => ({
    startDate: t.exposeString('startDate', {
      nullable: true,
      description: 'Events start at or after this, in the zone of the site.',
    }),
    endDate: t.exposeString('endDate', {
      nullable: true,
      description: 'Events start before the end of this, in the zone of the site.',
    }),
    status: t.exposeString('status', {
      nullable: true,
      description: 'The states that are listed; `any` for all the caller may see.',
    }),
  }),
});

/** Finding the records of a page and counting them all, in points of cost. */
const LIST_COST = 500;

type Reading<R, Filter> = Pick<Operations<R, Filter, never, never>, 'list' | 'connection' | 'read'>;

interface Resource<R, Filter> {
  /** The connection of the kind. */
  connection: {
    plural: string;
    where: FieldTable;
    orders: Readonly<Record<string, string>>;
    otherwise: string;
    distance?: string;
  };
  /** `venue` makes `venue`, `venues` and `venuePage`. */
  name: string;
  type: ObjectType<R>;
  filter: InputRef<Filter>;
  service(ctx: ResolverContext): Reading<R, Filter>;
  /** Finding the records of a page and counting them all, in points of cost, where it is more than for most. */
  listCost?(filter: Filter): number;
}

/** The page type and the root fields by which records are read. Each resolver hands its arguments to the service. */
export function rootFields<R extends object, Filter>(resource: Resource<R, Filter>): PartField<R> {
  const { name, type, filter, service, listCost = () => LIST_COST } = resource;
  const Name = capitalized(name);
  const part = connectionField({
    name,
    type,
    ...resource.connection,
    read: (asked, ctx) => service(ctx).connection(asked, ctx),
    cost: (where) => listCost(where as Filter),
  });
  readable(name, type, (ref, ctx) => service(ctx).read(ref, ctx));
  const page = builder.objectRef<Page<R>>(`${Name}Page`).implement({
    description: `One page of a list of ${name} records. A page past the end is empty.`,
    fields: (t) => ({
      // What it costs, the field of the page has counted.
      items: t.field({
        type: [type],
        description: 'The records on this page.',
        complexity: { field: 0, multiplier: 1 },
        resolve: (page) => page.items() as never,
      }),
      total: t.int({ description: 'How many match on all pages together.', resolve: (page) => page.total() }),
      totalPages: t.int({
        description: 'How many pages there are; 0 when nothing matches.',
        resolve: (page) => page.totalPages(),
      }),
      page: t.exposeInt('page', { description: 'Which page this is, from 1.' }),
      perPage: t.exposeInt('perPage', { description: 'How many records a page holds; 50 at the most.' }),
      applied: t.expose('applied', { type: AppliedRef, description: 'What was asked for in effect.' }),
    }),
  });

  builder.queryFields((t) => ({
    [name]: t.field({
      type,
      nullable: true,
      description: `One ${name}. Null with an error when there is none or the caller may not see it.`,
      args: whichRecord,
      complexity: READ_COST,
      resolve: (_, { ref }, ctx) => service(ctx).read(refOf(name, ref, ctx), ctx) as never,
    }),
    [`${name}Page`]: t.field({
      type: page,
      nullable: true,
      ...forRest(resource.connection.plural, `A list of ${name} records that the caller may see.`),
      args: {
        filter: t.arg({ type: filter, description: 'What they are to be like.' }),
        page: t.arg.int({ defaultValue: pageFields.page.default, description: pageFields.page.description }),
        perPage: t.arg.int({ defaultValue: pageFields.perPage.default, description: pageFields.perPage.description }),
      },
      complexity: (args) => ({
        field: listCost((args as { filter?: Filter | null }).filter ?? ({} as Filter)),
        multiplier: recordsOnPage(args),
      }),
      resolve: (_, args, ctx) =>
        ctx.loaders.once(`${name}Page ${JSON.stringify(args)}`, () => {
          const { filter, ...page } = args as PageInput & { filter?: Filter | null };
          return service(ctx).list(filter ?? ({} as Filter), page, ctx);
        }),
    }),
  }));

  return part;
}
