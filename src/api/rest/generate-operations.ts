import { parse, print } from 'graphql';
import { capitalized } from '../../domain/text.ts';
import type { Kind } from '../../kinds/define-kind.ts';
import { EVENT_LINKS } from '../../kinds/event-links.ts';
import { CHANGE_KINDS, KINDS } from '../../kinds/kinds.ts';

const CAN = 'viewerCan { update delete }';

/** Generates the operations that list, read, create, update and delete records of a kind, around the fragment of their body. */
function operationsOf({ name, plural, queries, mutations, rest }: Kind) {
  const { operations, reads, totalsFirst, ordered, bySlug: isPost } = rest;
  const Name = capitalized(name);
  const body = `...${Name}Body`;
  const totals = 'total total_pages: totalPages';
  const items = `${plural}: items { ${body} }`;
  const written = (operation: string, field: string, selection: string) =>
    `mutation ${operation}($input: ${capitalized(field)}Input!) {
      ${field}(input: $input) { body: ${name} { ${selection} } }
    }`;
  const onRecord = isPost ? `${CAN} ${body}` : body;
  return `
    query ${operations.list}($where: ${Name}Where, ${ordered ? `$orderBy: ${Name}Order, ` : ''}$page: Int, $perPage: Int) {
      body: ${queries.page}(where: $where, ${ordered ? 'orderBy: $orderBy, ' : ''}page: $page, perPage: $perPage) {
        ${totalsFirst ? `${totals} ${items}` : `${items} ${totals}`}
        page
        perPage
        ${isPost ? 'applied { status }' : ''}
      }
    }
    query ${operations.read}($ref: RecordRef!) {
      body: ${queries.one}(ref: $ref) { ${isPost ? CAN : ''} ${reads ?? body} }
    }
    ${written(operations.create, mutations.upsert ?? mutations.create, body)}
    ${written(operations.update, mutations.update, onRecord)}
    ${written(operations.delete, mutations.delete, onRecord)}`;
}

const linked = (fragment: string, selectionOf: (Name: string) => string) =>
  `fragment ${fragment} on Event {
    ${EVENT_LINKS.map(
      ({ name, inEvents, rest }) =>
        `${name}: ${inEvents} ${rest.single ? '@single' : ''} { ${selectionOf(capitalized(name))} }`,
    ).join('\n')}
  }`;

/** Reads which custom fields the records of each kind have. */
const CUSTOM_FIELD_KEYS = `query CustomFieldKeys {
  body: customFieldDefinitions { ${['event', ...EVENT_LINKS.map(({ name }) => name)].map((name) => `${name} { key }`).join(' ')} }
}`;

/** Lists and follows changes. Each change shows the record in the form of its kind. */
const CHANGES = `
  query ListChanges($after: String, $kinds: [ChangeKind!], $first: Int) {
    body: changes(after: $after, kinds: $kinds, first: $first) {
      changes { ...ChangeBody }
      cursor
      has_more: hasMore
    }
  }
  subscription FollowChanges($after: String, $kinds: [ChangeKind!]) {
    body: changed(after: $after, kinds: $kinds, idleCursors: true) {
      change { ...ChangeBody }
      cursor
    }
  }
  fragment ChangeBody on Change {
    kind @lower
    id: databaseId
    version
    gone
    ${CHANGE_KINDS.map(({ name }) => `${name} @key(name: "record") @ifEmpty(omit: true) { ...${capitalized(name)}Body }`).join('\n')}
  }`;

/**
 * Generates the REST operations that follow from the declarations of kinds: `schema/operations/generated.graphql`.
 * `npm run schema` writes that file. The bodies are handwritten beside it, one file per kind.
 */
export const generateOperations = (): string =>
  print(
    parse(
      [
        ...KINDS.map(operationsOf),
        CUSTOM_FIELD_KEYS,
        linked('EventLinks', (Name) => `...${Name}Body`),
        linked('EventLinksWithJsonLd', (Name) => `...${Name}Start json_ld: jsonLd`),
        CHANGES,
      ].join('\n'),
    ),
  );
