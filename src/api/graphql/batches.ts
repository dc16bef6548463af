import { message } from '../../domain/message.ts';
import { capitalized } from '../../domain/text.ts';
import type { BatchMode } from '../../kinds/record-service.ts';
import { builder } from './builder.ts';
import { COSTS } from './costs.ts';
import { inputFrom } from './inputs.ts';
import {
  CLIENT_MUTATION_ID,
  type MutationTypes,
  namedCost,
  nextKey,
  type Payload,
  payloadOf,
  type Sent,
  writtenIn,
} from './mutations.ts';
import { enumValues } from './scalars.ts';
import { spoken } from './stored-fields.ts';
import { type UserError, UserErrorType } from './user-errors.ts';

/** The maximum number of records in one batch. */
const MOST_ITEMS = 100;

const BatchModeEnum = builder.enumType('BatchMode', {
  description: 'What happens to the other writes of a batch if one of them fails.',
  values: enumValues<BatchMode>(['each', 'all_or_nothing'], {
    each: 'The others still take effect.',
    all_or_nothing: 'None of them takes effect.',
  }),
});

interface BatchInput {
  items: readonly Sent[];
  mode?: BatchMode | null;
  clientMutationId?: string | null;
}

interface BatchPayload<R> {
  results: readonly (Payload<R> | Error)[];
  userErrors: readonly UserError[];
  clientMutationId?: string | null;
}

const NOT_DONE = { code: 'NOT_DONE', message: 'Not done, because another of the items was refused.' } as const;

/** The batch version of a mutation: `createEvents` for `createEvent`. */
export function batchField<R extends object>(mutation: MutationTypes<R>, name: string): void {
  const Name = capitalized(name);
  const { input: item, payload: result } = mutation;
  const input = inputFrom<BatchInput>(`${Name}Input`, {
    table: {},
    use: 'create',
    description: `Input of \`${name}\`.`,
    more: (t) => ({
      items: t.field({
        type: [item],
        required: true,
        description: `The input of \`${mutation.name}\` for each item; at most ${MOST_ITEMS}.`,
      }),
      mode: t.field({
        type: BatchModeEnum,
        defaultValue: 'each' as const,
        description: 'What happens to the other items if one of them fails.',
      }),
      clientMutationId: t.string({ description: CLIENT_MUTATION_ID.sent }),
    }),
  });
  const payload = builder.objectRef<BatchPayload<R>>(`${Name}Payload`).implement({
    description: `Payload of \`${name}\`.`,
    fields: (t) => ({
      results: t.field({
        type: [result],
        nullable: { list: false, items: true },
        complexity: { field: 0, multiplier: 1 },
        description:
          'The outcome of each item, in order; null if only the errors of the response say why it was refused.',
        resolve: ({ results }) => results as never,
      }),
      userErrors: t.field({
        type: [UserErrorType],
        description: 'Errors of the whole request. Errors of an item are in its result.',
        resolve: ({ userErrors }) => userErrors,
      }),
      clientMutationId: t.exposeString('clientMutationId', { nullable: true, description: CLIENT_MUTATION_ID.shown }),
    }),
  });
  builder.mutationField(name, (t) =>
    t.field({
      type: payload,
      nullable: true,
      complexity: (args) => {
        const { items } = args.input;
        const named = items.reduce((sum, item) => sum + namedCost(item), 0);
        return { field: COSTS.write + COSTS.item * items.length + named / 2, multiplier: items.length };
      },
      description: `Runs \`${mutation.name}\` for each item, one after the other.`,
      args: {
        input: t.arg({ type: input, required: true, description: 'The input of the mutation.' }),
        ...writtenIn,
      },
      async resolve(_, args, requested): Promise<BatchPayload<R>> {
        const { items, mode, clientMutationId } = args.input;
        const ctx = { ...requested, ...spoken(requested, args.language) };
        const key = nextKey(ctx);
        if (items.length > MOST_ITEMS) {
          const said = message('Must not be more than {0} values.', MOST_ITEMS);
          const tooMany = { path: ['input', 'items'], code: 'TOO_MANY_ITEMS', message: said };
          return { results: [], userErrors: [tooMany], clientMutationId };
        }
        const rootOf = (at: number) => ['input', 'items', String(at)];
        const done = await ctx.services.batch(
          items,
          {
            mode: mode ?? 'each',
            run: (sent, at) => payloadOf(mutation, { sent, root: rootOf(at), key: key && `${at}.${key}` }, ctx),
            isRefused: ({ userErrors }) => userErrors.length > 0,
          },
          ctx,
        );
        const notDone = ({ clientMutationId }: Sent, at: number): Payload<R> => ({
          userErrors: [{ path: rootOf(at), ...NOT_DONE }],
          clientMutationId,
        });
        const results = done.map((each, at) => each ?? notDone(items[at]!, at));
        return { results, userErrors: [], clientMutationId };
      },
    }),
  );
}
