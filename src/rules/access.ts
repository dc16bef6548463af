import type { Status } from './status.ts';

/** The roles of the reference's host, from the one that may do most to the one that may do least. */
export const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;

export type Role = (typeof ROLES)[number];

/** Who asks. Absent (undefined) is anonymous. */
export interface Viewer {
  id: number;
  role: Role;
}

/** A user as others may know them. */
export interface KnownUser {
  id: number;
  name: string;
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
}

/** What access rules look at in a post: an event, or what events link to. */
export interface Owned {
  author: number;
  status: Status;
  /** What the status was before the record was put into the trash. */
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
 * When clients are told that a record is not there before they are asked for the general right (behaviour §0.21, §0.38):
 * on every write, when it is deleted by its slug, or never.
 */
export type UnknownFirst = 'always' | 'deletedBySlug' | 'never';

type TermKind = 'category' | 'tag';

const has = (viewer: Viewer | undefined, ...roles: Role[]): boolean =>
  viewer !== undefined && roles.includes(viewer.role);

/** The general edit right: to create posts, and to see drafts of one's own. */
export const mayEdit = (viewer: Viewer | undefined): boolean =>
  has(viewer, 'administrator', 'editor', 'author', 'contributor');

/** To edit, delete and see what others wrote, published or not. */
export const mayEditOthers = (viewer: Viewer | undefined): boolean => has(viewer, 'administrator', 'editor');

/** To publish posts. */
export const mayPublish = (viewer: Viewer | undefined): boolean => has(viewer, 'administrator', 'editor', 'author');

/** To bring in images by address. */
export const mayUpload = mayPublish;

/** To create, change and delete terms: categories go with the right to publish, tags with that to edit others' work. */
export const mayManageTerms = (viewer: Viewer | undefined, kind: TermKind): boolean =>
  kind === 'category' ? mayPublish(viewer) : mayEditOthers(viewer);

/** To know by what name a user signs in. */
export const mayKnowName = (viewer: Viewer | undefined, user: number): boolean =>
  viewer?.id === user || mayEditOthers(viewer);

/** To know what role a user has. */
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
});

/** The status a record has in effect: a scheduled one whose date has come is published. */
export const effectiveStatus = (record: Owned, now: number): Status =>
  record.status === 'future' && record.publishedAt <= now ? 'publish' : record.status;

/** Whether the caller may see this record. Trashed ones are seen by those who may edit them. */
export function mayRead(viewer: Viewer | undefined, record: Owned, now: number): boolean {
  if (effectiveStatus(record, now) === 'publish') return true;
  if (!viewer || !mayEdit(viewer)) return false;
  return mayEditOthers(viewer) || record.author === viewer.id;
}

/** Whether the caller may change this record: contributors only their own, and only while it is not public. */
export function mayUpdate(viewer: Viewer | undefined, record: Owned): boolean {
  if (mayEditOthers(viewer)) return true;
  if (!viewer || !mayEdit(viewer) || record.author !== viewer.id) return false;
  const status = record.status === 'trash' ? (record.statusBeforeTrash ?? 'draft') : record.status;
  return mayPublish(viewer) || (status !== 'publish' && status !== 'future');
}

/** Deleting needs what changing needs. */
export const mayDelete = mayUpdate;

/** What this caller may do to this record, for the `Allow` header and for apps that show buttons. */
export const viewerCan = (viewer: Viewer | undefined, record: Owned): ViewerCan => ({
  update: mayUpdate(viewer, record),
  delete: mayDelete(viewer, record),
});

/** What the caller may do to a record that is not there: the general right. */
export const viewerCanInGeneral = (viewer: Viewer | undefined): ViewerCan => ({
  update: mayEdit(viewer),
  delete: mayEdit(viewer),
});

/** Which records a list may show: all, or those published, or also the caller's own. */
export type ReadScope = { everything: true } | { everything: false; ownOf?: number };

/** Who sees the same: two callers of the same sight get the same answers, those of others may differ. */
export function sightOf(viewer: Viewer | undefined): string {
  if (!viewer) return 'nobody';
  return mayEdit(viewer) && !mayEditOthers(viewer) ? `${viewer.role} ${viewer.id}` : viewer.role;
}

/** The rule of `mayRead` for lists, as plain data. */
export function readScope(viewer: Viewer | undefined): ReadScope {
  if (mayEditOthers(viewer)) return { everything: true };
  return viewer && mayEdit(viewer) ? { everything: false, ownOf: viewer.id } : { everything: false };
}
