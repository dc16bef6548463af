import {
  generalRights,
  mayKnowName,
  mayKnowRole,
  type Rights,
  ROLES,
  type Role,
  type Viewer,
} from '../../../domain/access.ts';
import { capabilitiesOf } from '../../../domain/capabilities.ts';
import { slugify } from '../../../domain/slug.ts';
import { builder } from '../builder.ts';
import type { ResolverContext } from '../context.ts';
import { COSTS } from '../costs.ts';
import { forRest } from '../for-rest.ts';
import { DATABASE_ID, idField, Node, readable } from '../node.ts';
import { enumValues, Json } from '../scalars.ts';

const RoleEnum = builder.enumType('Role', {
  description: 'The rights of a user. Each role includes the rights of the roles after it.',
  values: enumValues<Role>(ROLES, {
    administrator: 'Everything.',
    editor: 'See and write the records of everybody.',
    author: 'Write and publish records of their own.',
    contributor: 'Write records of their own, which others publish.',
    subscriber: 'Read.',
  }),
});

/** A reference from a record to a user. */
interface UserRef {
  id: number;
}

/** A response with users must not be reused: users change without a calendar write, and what you see depends on who you are. */
const onceOnly = ({ freshness, now }: ResolverContext) => {
  freshness.until = now;
};

type MayKnow = (viewer: Viewer | undefined, user: number) => boolean;

async function visibleUser(id: number, ctx: ResolverContext, mayKnow: MayKnow) {
  // Callers of one role can see different things: each sees their own name.
  if (ctx.viewer) onceOnly(ctx);
  return mayKnow(ctx.viewer, id) ? ctx.loaders.user(id) : undefined;
}

/** Null unless the caller may see it. Your own role comes from the request, even if your user does not exist yet. */
async function roleOf(id: number, ctx: ResolverContext) {
  const user = await visibleUser(id, ctx, mayKnowRole);
  return user?.role ?? (ctx.viewer?.id === id ? ctx.viewer.role : null);
}

/** The author of records. */
export const User = builder.objectRef<UserRef>('User').implement({
  description: 'An author of records. If a user is removed, their records keep the id.',
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: DATABASE_ID }),
    name: t.string({
      nullable: true,
      complexity: COSTS.user,
      description: 'The name that the user signs in with; null unless you are this user or may edit records of others.',
      resolve: async ({ id }, _, ctx) => (await visibleUser(id, ctx, mayKnowName))?.name,
    }),
    displayName: t.string({
      nullable: true,
      complexity: COSTS.user,
      description:
        'What everybody sees as the author of records; null if nobody has set it (`npm run user -- display NAME TEXT`), or the user was removed.',
      resolve: async ({ id }, _, ctx) => {
        onceOnly(ctx);
        return (await ctx.loaders.user(id))?.displayName;
      },
    }),
    role: t.field({
      type: RoleEnum,
      nullable: true,
      complexity: COSTS.user,
      description: 'The role of the user; null unless you are this user or an administrator.',
      resolve: ({ id }, _, ctx) => roleOf(id, ctx),
    }),
    slug: t.string({
      nullable: true,
      complexity: COSTS.user,
      ...forRest('name', 'The name in the form of a slug; null if the name is.'),
      resolve: async ({ id }, _, ctx) => {
        const name = (await visibleUser(id, ctx, mayKnowName))?.name;
        return name === undefined ? null : slugify(name);
      },
    }),
    capabilities: t.field({
      type: Json,
      nullable: true,
      complexity: COSTS.user,
      ...forRest('role', 'The rights of the role as WordPress capabilities, each true. Null if `role` is.'),
      resolve: async ({ id }, _, ctx) => {
        const role = await roleOf(id, ctx);
        return role ? capabilitiesOf(role) : null;
      },
    }),
  }),
});
idField(User, 'user', ({ id }) => id);
// Do not reveal whether a user with this number exists.
readable('user', User, async (ref) => ({ id: (ref as UserRef).id }));

const RightsType = builder.objectRef<Rights>('ViewerRights').implement({
  description: 'What you may do in general. For a single record, see its `viewerCan`.',
  fields: (t) => ({
    write: t.exposeBoolean('write', { description: 'Create events, venues and organizers.' }),
    publish: t.exposeBoolean('publish', { description: 'Publish them.' }),
    editOthers: t.exposeBoolean('editOthers', { description: 'See and change those of others.' }),
    uploadImages: t.exposeBoolean('uploadImages', { description: 'Add images by URL.' }),
    manageCategories: t.exposeBoolean('manageCategories', { description: 'Create, change and delete categories.' }),
    manageTags: t.exposeBoolean('manageTags', { description: 'Create, change and delete tags.' }),
    manageCustomFields: t.exposeBoolean('manageCustomFields', {
      description: 'Create, change and delete custom fields.',
    }),
  }),
});

const ViewerType = builder.objectRef<{ viewer: Viewer | undefined }>('Viewer').implement({
  description: 'The caller.',
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
      description: 'What you may do in general.',
      resolve: ({ viewer }) => generalRights(viewer),
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: ViewerType,
    complexity: COSTS.user,
    description: 'Who you are and what you may do. An error if the lookup fails.',
    resolve(_, __, ctx) {
      onceOnly(ctx);
      return { viewer: ctx.viewer };
    },
  }),
);
