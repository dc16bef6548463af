import type { InputRef } from '@pothos/core';
import { Conflict } from '../errors.ts';
import type { FieldTable } from '../fields/table.ts';
import type { Writing } from '../operations.ts';
import type { Language } from '../rules/language.ts';
import { nodeId } from '../rules/node-id.ts';
import { capitalized } from '../rules/text.ts';
import { builder, type ObjectType } from './builder.ts';
import type { ResolverContext } from './context.ts';
import { inputFrom, RecordRefInput, type RefInput, refOf } from './inputs.ts';
import { valuesFrom } from './link-inputs.ts';
import { LanguageEnum } from './scalars.ts';
import { isUserError, type UserError, UserErrorType, userErrorsOf } from './user-errors.ts';

/** A write, in points of cost. */
export const WRITE_COST = 500;

/** Finding or making one record that is named in what is written, in points of cost. */
const NAMED_COST = 20;

/** What the input of a mutation may have besides the fields of a record. */
export interface Sent {
  ref?: RefInput;
  ifVersion?: number | null;
  language?: Language;
  clientMutationId?: string | null;
}

/** What a mutation gives. */
export interface Payload<R> {
  record?: R | undefined;
  userErrors: readonly UserError[];
  clientMutationId?: string | null | undefined;
}

/** A mutation of one record of a kind. */
export interface Mutation<R> {
  /** `updateTag`, which takes an `UpdateTagInput` and gives an `UpdateTagPayload`. */
  name: string;
  /** What it does, for people. */
  description: string;
  /** What the fields of the record are that it takes; without it, none. */
  table?: FieldTable;
  /** Whether what new records need must be there. */
  creates?: true;
  /** The type that says which record it is about; without it, it is about none that is there. */
  ref?: InputRef<RefInput>;
  /** Whether it is about one of the languages of the record. */
  inLanguage?: true;
  /** The number of the record, which lists lose by it. */
  deletes?: (record: R) => number;
  /** `values` are those of the fields; `ctx` has the version that the record must be in. */
  run(values: object, sent: Sent & { ref: RefInput }, ctx: ResolverContext): Promise<R>;
}

/** The kind that a mutation is of, as GraphQL knows it. */
export interface Shown<R> {
  name: string;
  type: ObjectType<R>;
}

/** A mutation and its types, for those that do several of it. */
export interface MutationTypes<R> extends Mutation<R> {
  input: InputRef<Sent>;
  payload: ObjectType<Payload<R>>;
}

/** Records that are named in lists of what is written. */
const namedIn = (written: unknown): number => {
  if (typeof written !== 'object' || written === null) return 0;
  const below = Object.values(written).reduce<number>((sum, value) => sum + namedIn(value), 0);
  return Array.isArray(written) ? below + written.filter((item) => typeof item === 'object').length : below;
};

/** What all records cost that are named in what is written. */
export const namedCost = (written: unknown): number => NAMED_COST * namedIn(written);

export const CLIENT_MUTATION_ID = {
  sent: 'What the client calls this mutation.',
  shown: 'What the client called this mutation.',
} as const;

/** Runs a mutation. @throws what payloads do not tell, and everything where nothing is to be told by payloads */
export async function payloadOf<R>(
  { table, run }: Mutation<R>,
  { sent, root }: { sent: Sent; root: readonly string[] },
  ctx: ResolverContext,
): Promise<Payload<R>> {
  const { ref = {}, ifVersion, language, clientMutationId, ...values } = sent;
  const precondition = ifVersion == null ? ctx.precondition : { versions: [ifVersion] };
  try {
    const meant = table ? valuesFrom(table, values, ctx) : values;
    const record = await run(meant, { ref, ...(language ? { language } : {}) }, { ...ctx, precondition });
    return { record, userErrors: [], clientMutationId };
  } catch (error) {
    if (ctx.throwsUserErrors || !isUserError(error)) throw error;
    const current = error instanceof Conflict ? (error.current as R) : undefined;
    return { record: current, userErrors: userErrorsOf(error, root), clientMutationId };
  }
}

/** The root field of a mutation, its input and its payload. */
export function mutationField<R>(mutation: Mutation<R>, { name: kind, type }: Shown<R>): MutationTypes<R> {
  const { name, description, table = {}, creates, ref, inLanguage, deletes } = mutation;
  const Name = capitalized(name);
  const isUpdate = !creates && Object.keys(table).length > 0;
  const input = inputFrom<Sent>(`${Name}Input`, {
    table,
    use: creates ? 'create' : 'patch',
    description: `What \`${name}\` takes.${isUpdate ? ' What is not sent stays as it is.' : ''}`,
    more: (t) => ({
      ...(ref && {
        ref: t.field({ type: ref, required: true, description: `Which ${kind} is meant.` }),
        ifVersion: t.int({
          description: `The \`version\` that the ${kind} was read in. Where it is in another one by now, nothing is done: \`CONFLICT\`, with the ${kind} as it is.`,
        }),
      }),
      ...(inLanguage && {
        language: t.field({ type: LanguageEnum, required: true, description: 'Which of its languages.' }),
      }),
      clientMutationId: t.string({ description: CLIENT_MUTATION_ID.sent }),
    }),
  });
  const payload = builder.objectRef<Payload<R>>(`${Name}Payload`).implement({
    description: `What \`${name}\` gives.`,
    fields: (t) => ({
      [kind]: t.field({
        type,
        nullable: true,
        complexity: 0.1,
        description: `The ${kind} as it is then; null where nothing was done. On a conflict, the one that is there.`,
        resolve: ({ record }) => record as never,
      }),
      ...(deletes && {
        deletedId: t.id({
          nullable: true,
          description: `The \`id\` of the ${kind}, where it was deleted; null where nothing was done.`,
          resolve: ({ record, userErrors }) => (record && !userErrors.length ? nodeId(kind, deletes(record)) : null),
        }),
      }),
      userErrors: t.field({
        type: [UserErrorType],
        description: 'Why nothing was done; empty when it was.',
        resolve: ({ userErrors }) => userErrors,
      }),
      clientMutationId: t.exposeString('clientMutationId', { nullable: true, description: CLIENT_MUTATION_ID.shown }),
    }),
  }) as unknown as ObjectType<Payload<R>>;
  builder.mutationField(name, (t) =>
    t.field({
      type: payload,
      nullable: true,
      complexity: (args) => WRITE_COST + namedCost((args as { input: Sent }).input),
      description,
      args: { input: t.arg({ type: input, required: true, description: 'What is to be done.' }) },
      resolve: (_, args, ctx) => payloadOf(mutation, { sent: (args as { input: Sent }).input, root: ['input'] }, ctx),
    }),
  );
  return { ...mutation, input, payload };
}

interface Written<R> extends Shown<R> {
  fields: FieldTable;
  patch: FieldTable;
  service(ctx: ResolverContext): Writing<R>;
  /** What deleting does, for people. */
  deletion: string;
}

/** What creates, updates and deletes records of a kind, and what is said of them in one language. */
export function writeMutations<R extends { _id: number }>({
  fields,
  patch,
  service,
  deletion,
  ...shown
}: Written<R>): MutationTypes<R>[] {
  const { name } = shown;
  const Name = capitalized(name);
  const about = { ref: RecordRefInput };
  mutationField(
    {
      name: `delete${Name}Translation`,
      description: 'Takes away what is said in one language; not the original.',
      ...about,
      inLanguage: true,
      run: (_, { ref, language }, ctx) => service(ctx).removeTranslation(refOf(name, ref, ctx), language!, ctx),
    },
    shown,
  );
  const mutations: Mutation<R>[] = [
    {
      name: `create${Name}`,
      description: `Makes a new ${name} in the language of the request.`,
      table: fields,
      creates: true,
      run: (values, _, ctx) => service(ctx).create(values, ctx),
    },
    {
      name: `update${Name}`,
      description: 'Changes what is sent. Null and empty values clear what can be empty.',
      table: patch,
      ...about,
      run: (values, { ref }, ctx) => service(ctx).update(refOf(name, ref, ctx), values, ctx),
    },
    {
      name: `delete${Name}`,
      description: deletion,
      ...about,
      deletes: ({ _id }) => _id,
      run: (_, { ref }, ctx) => service(ctx).remove(refOf(name, ref, ctx), ctx),
    },
  ];
  return mutations.map((mutation) => mutationField(mutation, shown));
}

/** What takes a post out of the trash. */
export function restoreMutation<R>(
  restore: (ctx: ResolverContext) => (ref: ReturnType<typeof refOf>, ctx: ResolverContext) => Promise<R>,
  shown: Shown<R>,
): void {
  const { name } = shown;
  mutationField(
    {
      name: `restore${capitalized(name)}`,
      description: `Takes the ${name} out of the trash, as what it was before. What is not in the trash stays as it is.`,
      ref: RecordRefInput,
      run: (_, { ref }, ctx) => restore(ctx)(refOf(name, ref, ctx), ctx),
    },
    shown,
  );
}
