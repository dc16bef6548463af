import type { Status } from './status.ts';

/** The roles of the reference's host, from the one that may do most to the one that may do least. */
export const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;

export type Role = (typeof ROLES)[number];

/** The caller. Undefined is anonymous. */
export interface Viewer {
  id: number;
  role: Role;
}

/** A user as others may see them. */
export interface UserIdentity {
  /** From 1, in the order in which users were added. Never reused, because records keep their authors' ids. */
  id: number;
  /** As entered: 1 to 60 letters (a to z), digits and `. _ - @`. */
  name: string;
  /** What everybody sees as the author of records. */
  displayName?: string;
  role: Role;
}

/** What a caller may do in general. */
export interface Rights {
  write: boolean;
  publish: boolean;
  editOthers: boolean;
  uploadImages: boolean;
  manageCategories: boolean;
  manageTags: boolean;
  manageCustomFields: boolean;
}

/** What access rules read of a post: an event, or a record that events link to. */
export interface Owned {
  author: number;
  status: Status;
  /** The status before the record went to the trash. */
  statusBeforeTrash?: Status;
  /** Publication date, milliseconds since the epoch. */
  publishedAt: number;
}

/** What the caller may do to one record. */
export interface ViewerCan {
  update: boolean;
  delete: boolean;
}

/**
 * When clients learn that a record does not exist before the general right is checked (behaviour §0.21, §0.38): on every write,
 * on deletion by slug, or never.
 */
export type UnknownFirst = 'always' | 'deletedBySlug' | 'never';

type TermKind = 'category' | 'tag';

/** Decides by the caller, and by what the caller may do to the record in the path. */
export type Right = (viewer: Viewer | undefined, can: ViewerCan) => boolean;

/** The rights to the records of a kind, as REST lists them in `Allow`. */
export type KindRights = Readonly<Record<'create' | 'update' | 'delete', Right>>;

const has = (viewer: Viewer | undefined, ...roles: Role[]) => viewer !== undefined && roles.includes(viewer.role);

/** The general right to edit: to create posts, and to see one's own drafts. */
export const mayEdit = (viewer: Viewer | undefined): boolean =>
  has(viewer, 'administrator', 'editor', 'author', 'contributor');

/** The right to edit, delete and see what others wrote, published or not. */
export const mayEditOthers = (viewer: Viewer | undefined): boolean => has(viewer, 'administrator', 'editor');

/** The right to publish posts. */
export const mayPublish = (viewer: Viewer | undefined): boolean => has(viewer, 'administrator', 'editor', 'author');

/** The right to add images by address. */
export const mayUpload = mayPublish;

/** The right to create, change and delete terms. Categories need the right to publish, tags the right to edit others' work. */
export const mayManageTerms = (viewer: Viewer | undefined, kind: TermKind): boolean =>
  kind === 'category' ? mayPublish(viewer) : mayEditOthers(viewer);

/** The right to define custom fields, which all records of a kind have. */
export const mayManageCustomFields = (viewer: Viewer | undefined): boolean => has(viewer, 'administrator');

/** The rights to events, venues and organizers. Creating needs the general right; the record decides the rest. */
export const postRights: KindRights = {
  create: mayEdit,
  update: (_, can) => can.update,
  delete: (_, can) => can.delete,
};

/** The rights to categories or to tags. One right covers them all. */
export function termRights(kind: TermKind): KindRights {
  const may: Right = (viewer) => mayManageTerms(viewer, kind);
  return { create: may, update: may, delete: may };
}

/** The right to see the name that a user signs in with. */
export const mayKnowName = (viewer: Viewer | undefined, user: number): boolean =>
  viewer?.id === user || mayEditOthers(viewer);

/** The right to see the role of a user. */
export const mayKnowRole = (viewer: Viewer | undefined, user: number): boolean =>
  viewer?.id === user || has(viewer, 'administrator');

/** All general rights of a caller, for apps that show buttons. */
export const generalRights = (viewer: Viewer | undefined): Rights => ({
  write: mayEdit(viewer),
  publish: mayPublish(viewer),
  editOthers: mayEditOthers(viewer),
  uploadImages: mayUpload(viewer),
  manageCategories: mayManageTerms(viewer, 'category'),
  manageTags: mayManageTerms(viewer, 'tag'),
  manageCustomFields: mayManageCustomFields(viewer),
});

/** The status in effect: a scheduled record is published once its date has come. */
export const effectiveStatus = (record: Owned, now: number): Status =>
  record.status === 'future' && record.publishedAt <= now ? 'publish' : record.status;

/** Who may see a record: everybody, or its author (by id) and those who may edit the records of others. */
export type Readers = 'all' | number;

/** Who may see this record. Those who may edit a trashed record see it. */
export const readersOf = (record: Owned, now: number): Readers =>
  effectiveStatus(record, now) === 'publish' ? 'all' : record.author;

/** Whether the caller is one of these readers. Undefined means nobody. */
export function isReader(viewer: Viewer | undefined, readers: Readers | undefined): boolean {
  if (readers === undefined || readers === 'all') return readers === 'all';
  return mayEdit(viewer) && (mayEditOthers(viewer) || readers === viewer!.id);
}

/** Whether the caller may see this record. */
export const mayRead = (viewer: Viewer | undefined, record: Owned, now: number): boolean =>
  isReader(viewer, readersOf(record, now));

/** Whether the caller may change this record. Contributors may only change their own, and only while it is not public. */
export function mayUpdate(viewer: Viewer | undefined, record: Owned): boolean {
  if (mayEditOthers(viewer)) return true;
  if (!viewer || !mayEdit(viewer) || record.author !== viewer.id) return false;
  const status = record.status === 'trash' ? (record.statusBeforeTrash ?? 'draft') : record.status;
  return mayPublish(viewer) || (status !== 'publish' && status !== 'future');
}

/** Deleting needs the same right as changing. */
export const mayDelete = mayUpdate;

/** What this caller may do to this record, for the `Allow` header and for apps that show buttons. */
export const viewerCan = (viewer: Viewer | undefined, record: Owned): ViewerCan => ({
  update: mayUpdate(viewer, record),
  delete: mayDelete(viewer, record),
});

/** What the caller may do to a record that does not exist: the general right decides. */
export const viewerCanInGeneral = (viewer: Viewer | undefined): ViewerCan => ({
  update: mayEdit(viewer),
  delete: mayEdit(viewer),
});

/** Which records a list may show: all, only the published ones, or also the caller's own. */
export type ReadScope = { everything: true } | { everything: false; ownOf?: number };

/** The audience of a caller. Callers of one audience get the same answers; other audiences may get different ones. */
export function audienceOf(viewer: Viewer | undefined): string {
  if (!viewer) return 'nobody';
  return mayEdit(viewer) && !mayEditOthers(viewer) ? `${viewer.role} ${viewer.id}` : viewer.role;
}

/** The rule of `mayRead` for lists, as plain data. */
export function readScope(viewer: Viewer | undefined): ReadScope {
  if (mayEditOthers(viewer)) return { everything: true };
  return viewer && mayEdit(viewer) ? { everything: false, ownOf: viewer.id } : { everything: false };
}
