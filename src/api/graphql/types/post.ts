import { effectiveStatus, type ViewerCan, viewerCan } from '../../../domain/access.ts';
import { toIso } from '../../../domain/iso.ts';
import { onceFor } from '../../../domain/once-for.ts';
import { toWall } from '../../../domain/time.ts';
import type { CustomOwner } from '../../../kinds/custom-fields/definitions.ts';
import { EVENT_LINKS } from '../../../kinds/event-links.ts';
import type { KindName } from '../../../kinds/kinds.ts';
import { pageOfPost } from '../../../kinds/post/address.ts';
import { sentSourceFields } from '../../../kinds/post/fields.ts';
import type { PostRecord, Source } from '../../../kinds/post/record.ts';
import { builder, type ObjectType } from '../builder.ts';
import { COSTS } from '../costs.ts';
import { forRest } from '../for-rest.ts';
import { inputFrom } from '../inputs.ts';
import {
  anyField,
  createdField,
  DATABASE_ID,
  idField,
  Node,
  NodeWithTitle,
  ownForm,
  resolveType,
  VERSION_DESCRIPTION,
} from '../node.ts';
import { moment, PostStatus, Url } from '../scalars.ts';
import { inLanguage, slugField, spoken, textArgs } from '../stored-fields.ts';
import { customFieldArgs, SHOWN_CUSTOM_FIELDS, showsCustomFields, showsCustomFieldsByKey } from './custom-field.ts';
import { ImageType } from './image.ts';
import { User } from './user.ts';

export const ViewerCanType = builder.objectRef<ViewerCan>('ViewerCan').implement({
  description: 'What you may do to a record.',
  fields: (t) => ({
    update: t.exposeBoolean('update', { description: 'Change it.' }),
    delete: t.exposeBoolean('delete', { description: 'Move it into the trash.' }),
  }),
});

export const SourceType = builder.objectRef<Source>('Source').implement({
  description: 'Where a record was imported from.',
  fields: (t) => ({
    site: t.exposeString('site', { description: 'The URL of the site, or the name of the file.' }),
    id: t.exposeString('id', { description: 'The id of the record there.' }),
    url: t.field({ type: Url, nullable: true, description: 'Its page there.', resolve: ({ url }) => url }),
  }),
});

inputFrom('SourceInput', { table: sentSourceFields, use: 'create', description: 'Where a record comes from.' });

const published = onceFor(({ publishedAt }: PostRecord, zone) => toWall(publishedAt, zone));
const modified = onceFor(({ modifiedAt }: PostRecord, zone) => toWall(modifiedAt, zone));

const publishedIso = onceFor(({ publishedAt }: PostRecord, zone) => toIso(publishedAt, zone));
const modifiedIso = onceFor(({ modifiedAt }: PostRecord, zone) => toIso(modifiedAt, zone));

const PAGE = 'URL of its public page; without a page, a URL with its id.';

/** Events and the records that they link to. */
export const Post = builder.interfaceRef<PostRecord & { kind: KindName }>('Post').implement({
  description:
    'The fields that events, venues and organizers share. Dates that are strings have the form `YYYY-MM-DD HH:MM:SS`.',
  interfaces: [Node, NodeWithTitle],
  resolveType,
  fields: (t) => ({
    databaseId: t.exposeInt('_id', { description: DATABASE_ID }),
    version: t.exposeInt('version', { description: VERSION_DESCRIPTION }),
    title: t.string({
      complexity: COSTS.text,
      description: 'Its title, or its name.',
      args: textArgs('raw'),
      resolve: ownForm,
    }),
    url: t.field({ type: Url, description: PAGE, args: inLanguage, resolve: ownForm }),
    globalId: t.string({
      ...forRest('id', '`host?id=…`: it stays the same wherever the record is copied.'),
      resolve: ({ _id }, __, { links }) => links.globalId(_id),
    }),
    globalIdLineage: t.stringList({
      ...forRest('id', 'Its global id, and those of the records it was copied from.'),
      resolve: ({ _id }, __, { links }) => [links.globalId(_id)],
    }),
    author: t.field({
      type: User,
      description: 'The user who owns it.',
      resolve: ({ author }) => ({ id: author }),
    }),
    authorDatabaseId: t.exposeInt('author', forRest('author', 'The numeric id of the user who owns it.')),
    // Only scheduled posts depend on the current time. The text of all others can be cached across requests.
    status: t.field({
      type: PostStatus,
      description: 'Its current status.',
      resolve: (record, _, ctx) => (record.status === 'future' ? effectiveStatus(record, ctx.now) : record.status),
    }),
    publishedAt: t.field({
      ...moment('When it is or was published, in the time zone of the site.'),
      resolve: (record, _, { zone }) => publishedIso(record, zone),
    }),
    createdAt: t.field(createdField),
    modifiedAt: t.field({
      ...moment('When it was last changed, in the time zone of the site.'),
      resolve: (record, _, { zone }) => modifiedIso(record, zone),
    }),
    date: t.string({
      complexity: COSTS.date,
      ...forRest('publishedAt', 'Publication date in the time zone of the site.'),
      resolve: (record, _, { zone }) => published(record, zone),
    }),
    dateUtc: t.string({
      complexity: COSTS.date,
      ...forRest('publishedAt', 'Publication date in UTC.'),
      resolve: (record) => published(record, 'UTC'),
    }),
    modified: t.string({
      complexity: COSTS.date,
      ...forRest('modifiedAt', 'Last change, in the time zone of the site.'),
      resolve: (record, _, { zone }) => modified(record, zone),
    }),
    modifiedUtc: t.string({
      complexity: COSTS.date,
      ...forRest('modifiedAt', 'Last change, in UTC.'),
      resolve: (record) => modified(record, 'UTC'),
    }),
    slug: t.string(slugField('The readable part of its URL, percent-encoded; empty while it has none.')),
    customFields: t.field({
      type: [SHOWN_CUSTOM_FIELDS.type],
      args: inLanguage,
      description: SHOWN_CUSTOM_FIELDS.all,
      resolve: ownForm,
    }),
    customField: t.field({
      type: SHOWN_CUSTOM_FIELDS.type,
      nullable: true,
      args: customFieldArgs,
      description: SHOWN_CUSTOM_FIELDS.one,
      resolve: ownForm,
    }),
    source: t.field({
      type: SourceType,
      nullable: true,
      description: 'Where it was imported from; null for records made here.',
      resolve: ({ source }) => source,
    }),
    image: t.field({ type: ImageType, nullable: true, description: 'Its image.', resolve: ({ image }) => image }),
    viewerCan: t.field({
      type: ViewerCanType,
      description: 'What you may do to it.',
      resolve: (record, _, { viewer }) => viewerCan(viewer, record),
    }),
  }),
});

/** The fields of a post that depend on its kind: ids, addresses and custom fields. */
export function postFields<R extends PostRecord>(type: ObjectType<R>, kind: CustomOwner): void {
  showsCustomFields(type, kind);
  showsCustomFieldsByKey(type, kind);
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
      ...forRest('url', 'Its REST URL.'),
      resolve: (post, _, { links }) => links.item(kind, (post as R)._id),
    }),
  }));
}

anyField('post', {
  type: Post,
  kinds: ['event', ...EVENT_LINKS.map(({ name }) => name)],
  description: 'One event, venue or organizer',
});
