import { takenInKeys } from '../../domain/fields/describe.ts';
import { nodeId } from '../../domain/node-id.ts';
import type { Change, ChangesPage, Followed, Following } from '../../kinds/changes/feed.ts';
import {
  type ChangesInput,
  changesOnPage,
  DEFAULT_CHANGES,
  followFields,
  MOST_CHANGES,
} from '../../kinds/changes/fields.ts';
import { builder, type ObjectType } from './builder.ts';
import type { ResolverContext } from './context.ts';
import { COSTS } from './costs.ts';
import { forRest } from './for-rest.ts';
import { asType, DATABASE_ID, NodeWithTitle } from './node.ts';
import { inputTypeOf, outputTypeOf } from './types.ts';
import { ending } from './writer/ending.ts';

const { after, kinds } = followFields;

const recordOf = (change: Change, ctx: ResolverContext) => ctx.services.changes.recordOf(change, ctx);

const ChangeType = builder.objectRef<Change>('Change').implement({
  description:
    'A record was created, changed or deleted. You receive this only if lists showed you the record before, or do now. A changed count alone is not a change.',
  fields: (t) => ({
    kind: t.field({
      type: outputTypeOf({ ...kinds.kind, list: undefined }),
      description: 'The kind of the record.',
      resolve: ({ kind }) => kind,
    }),
    id: t.id({ description: 'The `id` of the record.', resolve: ({ kind, id }) => nodeId(kind, id) }),
    databaseId: t.exposeInt('id', { description: DATABASE_ID }),
    version: t.int({
      description: 'The `version` of `record`; if the record is gone, the version of the change.',
      resolve: async (change, _, ctx) => (await recordOf(change, ctx))?.version ?? change.version,
    }),
    gone: t.boolean({
      description:
        'Whether lists no longer show the record to the caller: it was deleted, is in the trash, is hidden from lists, or the caller may not read it.',
      resolve: async (change, _, ctx) => (await recordOf(change, ctx)) === undefined,
    }),
    record: t.field({
      type: NodeWithTitle,
      nullable: true,
      description: 'The current record; null if it is gone.',
      async resolve(change, _, ctx) {
        const record = await recordOf(change, ctx);
        return record && asType(TYPES.get(change.kind)!, record);
      },
    }),
  }),
});

/** The type of the records of each kind. */
const TYPES = new Map<string, string>();

/** Adds the records of a kind to changes, in the form of REST. */
export function shownInChanges<R extends object>(kind: string, type: ObjectType<R>): void {
  TYPES.set(kind, type.name);
  builder.objectField(ChangeType, kind, (t) =>
    t.field({
      type,
      nullable: true,
      ...forRest('record', `The ${kind} as it is now; null if it is gone, and for other kinds.`),
      resolve: (change, _, ctx) => (change.kind === kind ? recordOf(change, ctx) : undefined) as never,
    }),
  );
}

const PageType = builder.objectRef<ChangesPage>('Changes').implement({
  description: 'Changes in order. Apply them one after another; applying one twice does no harm.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', {
      description: 'Where to continue: send it as `after`. Opaque, and only for the same user.',
    }),
    hasMore: t.exposeBoolean('hasMore', {
      description: 'Whether to ask again at once. Even an empty page may have more after it.',
    }),
    changes: t.field({
      type: [ChangeType],
      complexity: { field: 0, multiplier: 1 },
      description: 'The changes. A record may occur several times, each time in its current state.',
      resolve: ({ changes }) => changes as Change[],
    }),
  }),
});

const FollowedType = builder.objectRef<Followed>('Changed').implement({
  description: 'A change, and the cursor after it.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', { description: 'The cursor after this change: send it as `after` to continue.' }),
    change: t.field({
      type: ChangeType,
      nullable: true,
      description: 'The change; null if `idleCursors` sends only a cursor.',
      resolve: ({ change }) => change,
    }),
  }),
});

const START_ANEW =
  'After the error `RESYNC`, the client must take a new cursor and read everything again; `reason`, beside the code of the error, says why.';

const followArgs = builder.args((t) => ({
  after: t.string({ description: takenInKeys(after) }),
  kinds: t.field({ type: inputTypeOf(kinds.kind), description: takenInKeys(kinds) }),
}));

builder.queryField('changes', (t) =>
  t.field({
    type: PageType,
    nullable: true,
    description: `What has changed since a cursor, as far as the caller may see it. A client takes a cursor, reads its lists, and then asks for the changes since that cursor. ${START_ANEW}`,
    args: {
      ...followArgs,
      first: t.arg.int({
        description: `Maximum number of changes, up to ${MOST_CHANGES.toLocaleString('en')}. Default: ${DEFAULT_CHANGES}.`,
      }),
    },
    complexity: (args) => ({ field: COSTS.changes, multiplier: changesOnPage(args) }),
    resolve: (_, args, ctx) => ctx.services.changes.page(args as ChangesInput, ctx),
  }),
);

builder.subscriptionType({ description: 'Changes as they happen, as a stream.' });

builder.subscriptionField('changed', (t) =>
  t.field({
    type: FollowedType,
    complexity: COSTS.changes,
    description: `The changes since a cursor, and all later ones as they happen; without \`after\`, only those from now on. If the stream ends, subscribe again with your last cursor. ${START_ANEW}`,
    args: {
      ...followArgs,
      idleCursors: t.arg.boolean({
        defaultValue: false,
        description:
          'Whether to send the cursor by itself too: at first, once a minute, and when the server stops. That keeps your cursor valid even if nothing changes for days.',
      }),
    },
    async subscribe(_, args, ctx) {
      const stream = await ctx.openStream!();
      return ending(ctx.services.changes.follow(args as Following, ctx, stream), stream.end);
    },
    resolve: (followed) => followed as Followed,
  }),
);
