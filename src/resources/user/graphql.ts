import { DomainError } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import type { ResolverContext } from '../../graphql/context.ts';
import { DATABASE_ID, idField, Node, readable } from '../../graphql/node.ts';
import { enumValues, Json } from '../../graphql/scalars.ts';
import {
  generalRights,
  type KnownUser,
  mayKnowName,
  mayKnowRole,
  type Rights,
  ROLES,
  type Role,
  type Viewer,
} from '../../rules/access.ts';
import { capabilitiesOf } from '../../rules/capabilities.ts';
import { slugify } from '../../rules/slug.ts';

const RoleEnum = builder.enumType('Role', {
  description: 'What a user may do. Each role may do all that the ones behind it may.',
  values: enumValues<Role>(ROLES, {
    administrator: 'Everything.',
    editor: 'Write the records of everybody, and see all of them.',
    author: 'Write and publish records of their own.',
    contributor: 'Write records of their own, which others publish.',
    subscriber: 'Read.',
  }),
});

/** A user as records name them. */
interface UserRef {
  id: number;
}

/** Users change without a write of the calendar, and one may know what another may not: such an answer is for once. */
const onceOnly = ({ basis, now }: ResolverContext): void => {
  basis.until = now;
};

type MayKnow = (viewer: Viewer | undefined, user: number) => boolean;

async function known(id: number, ctx: ResolverContext, mayKnow: MayKnow): Promise<KnownUser | undefined> {
  // What one user is not told, another of the same role may be: their own name.
  if (ctx.viewer) onceOnly(ctx);
  return mayKnow(ctx.viewer, id) ? ctx.loaders.user(id) : undefined;
}

/** Null but for who may know it. The role of the caller is the one that counts, also where there is no user yet. */
async function roleOf(id: number, ctx: ResolverContext): Promise<Role | null> {
  const user = await known(id, ctx, mayKnowRole);
  return user?.role ?? (ctx.viewer?.id === id ? ctx.viewer.role : null);
}

/** Somebody who records belong to. */
export const User = builder.objectRef<UserRef>('User').implement({
  description: 'Somebody who records belong to. The records of one who was removed keep the number.',
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: DATABASE_ID }),
    name: t.string({
      nullable: true,
      complexity: 1,
      description:
        'The name that the user signs in with; null but for the user and for who may edit the records of others.',
      resolve: async ({ id }, _, ctx) => (await known(id, ctx, mayKnowName))?.name,
    }),
    role: t.field({
      type: RoleEnum,
      nullable: true,
      complexity: 1,
      description: 'The role of the user; null but for the user and for administrators.',
      resolve: ({ id }, _, ctx) => roleOf(id, ctx),
    }),
    slug: t.string({
      nullable: true,
      complexity: 1,
      description: 'For REST: the name in the form of a slug; null where the name is.',
      resolve: async ({ id }, _, ctx) => {
        const name = (await known(id, ctx, mayKnowName))?.name;
        return name === undefined ? null : slugify(name);
      },
    }),
    capabilities: t.field({
      type: Json,
      nullable: true,
      complexity: 1,
      description:
        'For REST: what the role may do, in the words of WordPress, each true. Apps ask `viewer.can`. Null where the role is.',
      resolve: async ({ id }, _, ctx) => {
        const role = await roleOf(id, ctx);
        return role ? capabilitiesOf(role) : null;
      },
    }),
  }),
});
idField(User, 'user', ({ id }) => id);
// Whether there is a user of this number is nobody's business.
readable('user', User, async (ref) => ({ id: (ref as UserRef).id }));

const RightsType = builder.objectRef<Rights>('ViewerRights').implement({
  description: 'What the caller may do in general. `viewerCan` of a record says what may be done to it.',
  fields: (t) => ({
    write: t.exposeBoolean('write', { description: 'Make events, venues and organizers.' }),
    publish: t.exposeBoolean('publish', { description: 'Publish them.' }),
    editOthers: t.exposeBoolean('editOthers', { description: 'See and change those of others.' }),
    uploadImages: t.exposeBoolean('uploadImages', { description: 'Bring in images by address.' }),
    manageCategories: t.exposeBoolean('manageCategories', { description: 'Make, change and delete categories.' }),
    manageTags: t.exposeBoolean('manageTags', { description: 'Make, change and delete tags.' }),
  }),
});

const ViewerType = builder.objectRef<{ viewer: Viewer | undefined }>('Viewer').implement({
  description: 'Who asks.',
  fields: (t) => ({
    user: t.field({
      type: User,
      nullable: true,
      description: 'The user; null for a visitor.',
      resolve: ({ viewer }) => viewer && { id: viewer.id },
    }),
    role: t.field({
      type: RoleEnum,
      nullable: true,
      description: 'The role that counts for this request; null for a visitor.',
      resolve: ({ viewer }) => viewer?.role,
    }),
    can: t.field({
      type: RightsType,
      description: 'What the caller may do in general.',
      resolve: ({ viewer }) => generalRights(viewer),
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: ViewerType,
    complexity: 1,
    description: 'Who asks, and what they may do. An error while that cannot be looked up.',
    resolve(_, __, ctx) {
      if (ctx.viewerUnknown)
        throw new DomainError('UNAVAILABLE', 'Who asks cannot be looked up at the moment. Please try again soon.');
      onceOnly(ctx);
      return { viewer: ctx.viewer };
    },
  }),
);
