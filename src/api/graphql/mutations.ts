import type { InputRef } from '@pothos/core';
import { Conflict } from '../../domain/errors.ts';
import type { FieldTable } from '../../domain/fields/table.ts';
import type { Language } from '../../domain/language.ts';
import { nodeId } from '../../domain/node-id.ts';
import { capitalized } from '../../domain/text.ts';
import type { Touched } from '../../kinds/context.ts';
import type { Writing } from '../../kinds/record-service.ts';
import { builder, type ObjectType, ofAny } from './builder.ts';
import type { ResolverContext } from './context.ts';
import { COSTS } from './costs.ts';
import { inputFrom, RecordRefInput, type RefInput, refOf } from './inputs.ts';
import { valuesFrom } from './link-inputs.ts';
import { LanguageEnum } from './scalars.ts';
import { spoken } from './stored-fields.ts';
import { isUserError, type UserError, UserErrorType, userErrorsOf } from './user-errors.ts';

/** The members of a mutation input besides the fields of the record. */
export interface Sent {
  ref?: RefInput;
  ifVersion?: number | null;
  language?: Language;
  clientMutationId?: string | null;
}

/** The result of a mutation. */
export interface Payload<R> {
  record?: R;
  userErrors: readonly UserError[];
  clientMutationId?: string | null;
  touched?: Touched;
}

/** A mutation of one record. */
interface Mutation<R> {
  /** For example `updateTag`, which takes an `UpdateTagInput` and returns an `UpdateTagPayload`. */
  name: string;
  /** Its description. */
  description: string;
  /** The record fields that it accepts; none if absent. */
  table?: FieldTable;
  /** Whether the fields required for new records are required. */
  creates?: true;
  /** The input type that names the record; absent if the mutation needs no existing record. */
  ref?: InputRef<RefInput>;
  /** Whether it applies to one language of the record. */
  inLanguage?: true;
  /** The number of a deleted record, which disappears from lists. */
  deletes?: (record: R) => number;
  /** `values` are the field values; `ctx` has the required version of the record. */
  run(values: object, sent: Sent & { ref: RefInput }, ctx: ResolverContext): Promise<R>;
}

/** The kind of a mutation's record, in GraphQL terms. */
interface Shown<R> {
  name: string;
  type: ObjectType<R>;
}

/** A mutation and its types, for batches of it. */
export interface MutationTypes<R> extends Mutation<R> {
  input: InputRef<Sent>;
  payload: ObjectType<Payload<R>>;
}

/** The cost of all records named in lists of the input, in points. Connecting only finds them. */
export function namedCost(written: unknown, each: number = COSTS.named): number {
  if (typeof written !== 'object' || written === null) return 0;
  const own = Array.isArray(written) ? each * written.filter((item) => typeof item === 'object').length : 0;
  return Object.entries(written).reduce(
    (sum, [key, value]) => sum + namedCost(value, key === 'connect' ? COSTS.connected : COSTS.named),
    own,
  );
}

/** The arguments of every mutation but those that delete a language, which their input names. */
export const writtenIn = builder.args((t) => ({
  language: t.field({
    type: LanguageEnum,
    description:
      'The language of the texts and the slug in the input. Overrides the language of the request, in which the payload still is.',
  }),
}));

export const CLIENT_MUTATION_ID = {
  sent: 'Your own id for this mutation, which its payload returns.',
  shown: 'The id that you gave this mutation.',
} as const;

/** The key of the next mutation of a request, if the request has one: each has its own, by its place in the document. */
export function nextKey({ keyed }: ResolverContext): string | undefined {
  if (!keyed) return undefined;
  keyed.begun += 1;
  return `${keyed.begun}/${keyed.key}`;
}

/** Runs a mutation, once for each key. @throws errors that payloads do not report, or all errors if `throwsUserErrors` is set */
export async function payloadOf<R>(
  { name, table, run }: Mutation<R>,
  { sent, root, key }: { sent: Sent; root: readonly string[]; key: string | undefined },
  ctx: ResolverContext,
): Promise<Payload<R>> {
  const { ref = {}, ifVersion, language, clientMutationId, ...values } = sent;
  const precondition = ifVersion == null ? ctx.precondition : { versions: [ifVersion] };
  try {
    const input = table ? valuesFrom(table, values, ctx) : values;
    const once = key ? ctx.services.onceFor({ key, said: [name, ctx.language, sent] }, ctx) : undefined;
    const touched: Touched = {};
    const record = await run(
      input,
      { ref, ...(language ? { language } : {}) },
      { ...ctx, precondition, once, touched },
    );
    return { record, userErrors: [], clientMutationId, touched };
  } catch (error) {
    if (ctx.throwsUserErrors || !isUserError(error)) throw error;
    const current = error instanceof Conflict ? (error.current as R) : undefined;
    return { record: current, userErrors: userErrorsOf(error, root), clientMutationId };
  }
}

/** Defines the root field, input and payload of a mutation. */
export function mutationField<R extends object>(
  mutation: Mutation<R>,
  { name: kind, type }: Shown<R>,
): MutationTypes<R> {
  const { name, description, table = {}, creates, ref, inLanguage, deletes } = mutation;
  const Name = capitalized(name);
  const isUpdate = name.startsWith('update');
  /** As words: "custom field". */
  const said = kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const input = inputFrom<Sent>(`${Name}Input`, {
    table,
    use: creates ? 'create' : 'patch',
    description: `Input of \`${name}\`.${isUpdate ? ' Fields that you leave out keep their values.' : ''}`,
    more: (t) => ({
      ...(ref && {
        ref: t.field({ type: ref, required: true, description: `The ${said} concerned.` }),
        ifVersion: t.int({
          description: `The \`version\` of the ${said} that you read. If it has changed since, nothing is done: \`CONFLICT\`, with the current ${said}.`,
        }),
      }),
      ...(inLanguage && {
        language: t.field({ type: LanguageEnum, required: true, description: 'The language to delete.' }),
      }),
      clientMutationId: t.string({ description: CLIENT_MUTATION_ID.sent }),
    }),
  });
  const payload = builder.objectRef<Payload<R>>(`${Name}Payload`).implement({
    description: `Payload of \`${name}\`.`,
    fields: (t) => ({
      [kind]: t.field({
        type: ofAny(type),
        nullable: true,
        complexity: 0.1,
        description: `The ${said} after the write; null if nothing was done. On a conflict, the current one.`,
        resolve: ({ record }) => record,
      }),
      ...(deletes && {
        deletedId: t.id({
          nullable: true,
          description: `The \`id\` of the deleted ${said}; null if nothing was done.`,
          resolve: ({ record, userErrors }) => (record && !userErrors.length ? nodeId(kind, deletes(record)) : null),
        }),
      }),
      userErrors: t.field({
        type: [UserErrorType],
        description: 'Why nothing was done; empty on success.',
        resolve: ({ userErrors }) => userErrors,
      }),
      clientMutationId: t.exposeString('clientMutationId', { nullable: true, description: CLIENT_MUTATION_ID.shown }),
    }),
  });
  builder.mutationField(name, (t) =>
    t.field({
      type: payload,
      nullable: true,
      complexity: (args) => COSTS.write + namedCost((args as { input: Sent }).input),
      description,
      args: {
        input: t.arg({ type: input, required: true, description: 'The input of the mutation.' }),
        ...(!inLanguage && writtenIn),
      },
      resolve(_, args, ctx) {
        const { input: sent, language } = args as { input: Sent; language?: Language | null };
        return payloadOf(mutation, { sent, root: ['input'], key: nextKey(ctx) }, { ...ctx, ...spoken(ctx, language) });
      },
    }),
  );
  return { ...mutation, input, payload };
}

/** The mutation names of a kind: `createTag`. */
interface MutationNames {
  create: string;
  update: string;
  delete: string;
  deleteTranslation: string;
}

interface Written<R> {
  kind: { name: string; mutations: MutationNames; fields: FieldTable; patch: FieldTable; trashing?: FieldTable };
  type: ObjectType<R>;
  service(ctx: ResolverContext): Writing<R>;
  /** The description of delete. */
  deletion: string;
}

/** The mutations that create, update and delete records of a kind and their translations. */
export function writeMutations<R extends { _id: number }>({
  kind: { name, mutations: names, fields, patch, trashing = {} },
  type,
  service,
  deletion,
}: Written<R>): MutationTypes<R>[] {
  const shown = { name, type };
  const about = { ref: RecordRefInput };
  mutationField(
    {
      name: names.deleteTranslation,
      description: 'Deletes the texts of one language, but not of the original.',
      ...about,
      inLanguage: true,
      run: (_, { ref, language }, ctx) => service(ctx).removeTranslation(refOf(name, ref, ctx), language!, ctx),
    },
    shown,
  );
  const mutations: Mutation<R>[] = [
    {
      name: names.create,
      description: `Creates a new ${name} in the language of the request.`,
      table: fields,
      creates: true,
      run: (values, _, ctx) => service(ctx).create(values, ctx),
    },
    {
      name: names.update,
      description: 'Changes the fields that you send. Null and empty values clear fields that may be empty.',
      table: patch,
      ...about,
      run: (values, { ref }, ctx) => service(ctx).update(refOf(name, ref, ctx), values, ctx),
    },
    {
      name: names.delete,
      description: deletion,
      table: trashing,
      ...about,
      deletes: ({ _id }) => _id,
      run: (values, { ref }, ctx) => service(ctx).remove(refOf(name, ref, ctx), ctx, values),
    },
  ];
  return mutations.map((mutation) => mutationField(mutation, shown));
}

/** The mutation that restores a post from the trash. */
export function restoreMutation<R extends object>(
  mutation: string,
  restore: (
    ctx: ResolverContext,
  ) => (ref: ReturnType<typeof refOf>, ctx: ResolverContext, input?: object) => Promise<R>,
  shown: Shown<R>,
  table: FieldTable = {},
): void {
  const { name } = shown;
  mutationField(
    {
      name: mutation,
      description: `Takes the ${name} out of the trash and restores its former status. If it is not in the trash, nothing changes.`,
      table,
      ref: RecordRefInput,
      run: (values, { ref }, ctx) => restore(ctx)(refOf(name, ref, ctx), ctx, values),
    },
    shown,
  );
}
