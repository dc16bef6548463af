import { type AtRevision, createAtRevision, type Reader } from '../../cache/at-revision.ts';
import type { Touched } from '../../data/changes/touched.ts';
import type { Collection, Store, Stored } from '../../data/port.ts';
import { CUSTOM_KIND, type CustomField, isCustomKey } from '../../domain/fields/custom-fields.ts';
import { EVENT_LINKS, type EventLinkKind } from '../event-links.ts';
import { inLanguages, listOf, oneOf, optional, type Shape, shaped, text } from '../shared/shape.ts';

/** The kinds of records that have custom fields. */
export type CustomOwner = 'event' | EventLinkKind['name'];

/** All kinds of records that have custom fields. */
export const CUSTOM_OWNERS: readonly CustomOwner[] = ['event', ...EVENT_LINKS.map(({ name }) => name)];

/** One document for each kind of record, with its fields in order. */
export const CUSTOM_FIELDS = { name: 'custom_fields', indexes: [] } as const satisfies Collection;

/** The custom fields of a kind, as stored. */
export interface StoredFields extends Stored {
  _id: CustomOwner;
  fields: readonly CustomField[];
}

/** Whether a value has the shape of a field. */
export const isCustomField = shaped({
  key: (value) => text(value) && isCustomKey(String(value)),
  kind: oneOf(CUSTOM_KIND.words),
  label: inLanguages(text),
  choices: optional(listOf(text)),
});

/** The shape of every such document. */
export const CUSTOM_FIELDS_SHAPE: Shape = { _id: oneOf(CUSTOM_OWNERS), fields: listOf(isCustomField) };

/** The custom fields of each kind, by key, in order. */
export type Definitions = Readonly<Record<CustomOwner, ReadonlyMap<string, CustomField>>>;

/** Reads the custom fields that are defined. */
export interface DefinitionReader {
  /** As stored; also works within a unit. */
  read(): Promise<Definitions>;
  /** For answers. Cached until somebody changes them. */
  shown(reader: Reader): Definitions | Promise<Definitions>;
}

const KEY = 'all';

export function createDefinitionReader(store: Pick<Store, 'byIds'>, touched: Touched): DefinitionReader {
  const kept: AtRevision<string, Definitions> = createAtRevision(1, touched);

  async function read(dependencies: Set<string> | null) {
    const found = await store.byIds<StoredFields>(CUSTOM_FIELDS.name, CUSTOM_OWNERS, { dependencies });
    const fieldsOf = (owner: CustomOwner) =>
      (found.find(({ _id }) => _id === owner)?.fields ?? []).filter(isCustomField);
    return Object.fromEntries(
      CUSTOM_OWNERS.map((owner) => [owner, new Map(fieldsOf(owner).map((field) => [field.key, field]))]),
    ) as Record<CustomOwner, Map<string, CustomField>>;
  }

  return {
    // The result of a write is never cached, so nothing needs to know what it depends on.
    read: () => read(null),
    shown(reader) {
      const cached = kept.get(KEY, reader);
      if (cached) return cached;
      const snapshot = { ...reader };
      return read(snapshot.dependencies).then((found) => {
        kept.set(KEY, found, snapshot, [CUSTOM_FIELDS.name]);
        return found;
      });
    },
  };
}
