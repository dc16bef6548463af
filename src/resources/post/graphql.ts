import { builder, type ObjectType } from '../../graphql/builder.ts';
import { forRest } from '../../graphql/for-rest.ts';
import {
  anyField,
  DATABASE_ID,
  idField,
  Node,
  NodeWithTitle,
  ownForm,
  resolveType,
  VERSION,
} from '../../graphql/node.ts';
import { DateTime, PostStatus, Url } from '../../graphql/scalars.ts';
import { inLanguage, spoken, textArgs } from '../../graphql/stored-fields.ts';
import type { LinkKind } from '../../links.ts';
import { effectiveStatus, type ViewerCan, viewerCan } from '../../rules/access.ts';
import { toIso } from '../../rules/iso.ts';
import { slugIn } from '../../rules/language.ts';
import { onceFor } from '../../rules/once-for.ts';
import { wireSlug } from '../../rules/slug.ts';
import { toWall } from '../../rules/time.ts';
import { ImageType } from '../image/graphql.ts';
import { User } from '../user/graphql.ts';
import { pageOfPost } from './address.ts';
import type { PostRecord } from './record.ts';

const ViewerCanType = builder.objectRef<ViewerCan>('ViewerCan').implement({
  description: 'What the caller may do to a record.',
  fields: (t) => ({
    update: t.exposeBoolean('update', { description: 'Change it.' }),
    delete: t.exposeBoolean('delete', { description: 'Move it into the trash.' }),
  }),
});

const published = onceFor(({ publishedAt }: PostRecord, zone) => toWall(publishedAt, zone));
const modified = onceFor(({ modifiedAt }: PostRecord, zone) => toWall(modifiedAt, zone));

const publishedIso = onceFor(({ publishedAt }: PostRecord, zone) => toIso(publishedAt, zone));
const modifiedIso = onceFor(({ modifiedAt }: PostRecord, zone) => toIso(modifiedAt, zone));

/** A date in another zone than it is kept in, in points of cost. */
export const DATE_COST = 0.3;

const PAGE = 'Address of its public page; without a page, one by its id.';

/** Events and what they link to. */
export const Post = builder.interfaceRef<PostRecord & { kind: LinkKind }>('Post').implement({
  description: 'What events, venues and organizers have in common. What is text of a date is `YYYY-MM-DD HH:MM:SS`.',
  interfaces: [Node, NodeWithTitle],
  resolveType,
  fields: (t) => ({
    databaseId: t.exposeInt('_id', { description: DATABASE_ID }),
    version: t.exposeInt('version', { description: VERSION }),
    title: t.string({ description: 'Its title, or its name.', args: textArgs('raw'), resolve: ownForm }),
    url: t.field({ type: Url, description: PAGE, args: inLanguage, resolve: ownForm }),
    globalId: t.string({
      ...forRest('id', '`host?id=…`: the same wherever the record is copied to.'),
      resolve: ({ _id }, __, { links }) => links.globalId(_id),
    }),
    globalIdLineage: t.stringList({
      ...forRest('id', 'Its global id, and those of the records it was copied from.'),
      resolve: ({ _id }, __, { links }) => [links.globalId(_id)],
    }),
    author: t.field({
      type: User,
      description: 'The user it belongs to.',
      resolve: ({ author }) => ({ id: author }),
    }),
    authorDatabaseId: t.exposeInt('author', forRest('author', 'The number of the user it belongs to.')),
    // Of others than scheduled ones the moment says nothing: then their texts need not be written for each request.
    status: t.field({
      type: PostStatus,
      description: 'Its state at the moment.',
      resolve: (record, _, ctx) => (record.status === 'future' ? effectiveStatus(record, ctx.now) : record.status),
    }),
    publishedAt: t.field({
      type: DateTime,
      complexity: DATE_COST,
      description: 'When it is or was published, in the zone of the site.',
      resolve: (record, _, { zone }) => publishedIso(record, zone),
    }),
    modifiedAt: t.field({
      type: DateTime,
      complexity: DATE_COST,
      description: 'When it was changed last, in the zone of the site.',
      resolve: (record, _, { zone }) => modifiedIso(record, zone),
    }),
    date: t.string({
      complexity: DATE_COST,
      ...forRest('publishedAt', 'Publication date in the zone of the site.'),
      resolve: (record, _, { zone }) => published(record, zone),
    }),
    dateUtc: t.string({
      complexity: DATE_COST,
      ...forRest('publishedAt', 'Publication date in UTC.'),
      resolve: (record) => published(record, 'UTC'),
    }),
    modified: t.string({
      complexity: DATE_COST,
      ...forRest('modifiedAt', 'Last change, in the zone of the site.'),
      resolve: (record, _, { zone }) => modified(record, zone),
    }),
    modifiedUtc: t.string({
      complexity: DATE_COST,
      ...forRest('modifiedAt', 'Last change, in UTC.'),
      resolve: (record) => modified(record, 'UTC'),
    }),
    slug: t.string({
      description: 'The readable part of its address, percent-encoded; empty while it has none.',
      args: inLanguage,
      resolve: (record, { language }, ctx) => wireSlug(slugIn(record, language ?? ctx.language) ?? ''),
    }),
    image: t.field({ type: ImageType, nullable: true, description: 'Its image.', resolve: ({ image }) => image }),
    viewerCan: t.field({
      type: ViewerCanType,
      description: 'What the caller may do to it.',
      resolve: (record, _, { viewer }) => viewerCan(viewer, record),
    }),
  }),
});

const kinds: LinkKind[] = [];

/** The ids and addresses of a post, which its kind decides. */
export function postAddresses<R extends PostRecord>(type: ObjectType<R>, kind: LinkKind): void {
  kinds.push(kind);
  idField(type, kind, ({ _id }) => _id);
  builder.objectFields(type, (t) => ({
    url: t.field({
      type: Url,
      description: PAGE,
      args: inLanguage,
      resolve: (post, { language }, ctx) => pageOfPost(kind, post as R, spoken(ctx, language)),
    }),
    restUrl: t.field({
      type: Url,
      ...forRest('url', 'Its address in REST.'),
      resolve: (post, _, { links }) => links.item(kind, (post as R)._id),
    }),
  }));
}

anyField('post', { type: Post, kinds, description: 'One event, venue or organizer' });
