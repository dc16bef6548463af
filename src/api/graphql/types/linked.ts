import { mayUpdate } from '../../../domain/access.ts';
import { capitalized, withArticle } from '../../../domain/text.ts';
import type { Naming } from '../../../kinds/event/record.ts';
import { byName, type EventLink, type EventLinkKind, type RecordOf } from '../../../kinds/event-links.ts';
import { linkedJsonLd } from '../../../kinds/post/json-ld.ts';
import type { LinkedRecord } from '../../../kinds/post/record.ts';
import { LINKED_ORDERS, type LinkedWhere } from '../../../kinds/post/where-fields.ts';
import type { Where } from '../../../kinds/shared/where.ts';
import { builder, type ObjectType } from '../builder.ts';
import { COSTS } from '../costs.ts';
import { inputFrom } from '../inputs.ts';
import { linkInputs } from '../link-inputs.ts';
import { mutationField, restoreMutation, writeMutations } from '../mutations.ts';
import { Node, NodeWithTitle } from '../node.ts';
import { rootFields } from '../record-queries.ts';
import { Json } from '../scalars.ts';
import { storedFields, textField, translationFields } from '../stored-fields.ts';
import { Event, showsEvents } from './event.ts';
import { Post, postFields } from './post.ts';

/** The description of create, for a record that already exists. */
const SENT_AGAIN =
  'If there is one of this name (and this description, if you send one) that you may change, it is updated instead: the fields that you send are written into it, except name, author, status and dates, and null clears a field.';

/** The description of inputs in events, for a record that already exists. */
const NAMED_IN_EVENT =
  'If there is one of this name, the event links to it instead: to the first that you may change, and the fields that you send are written into it, except name, author, status and dates; or, if you may change none, to the first published one, which stays as it is. An input with only empty fields means none.';

/** The GraphQL definition of a kind that events link to, except for its own fields. */
function linkedType(kind: EventLink) {
  const { name, inEvents, fields, where, mutations } = kind;
  const Name = capitalized(name);
  const type = builder.objectRef<LinkedRecord>(Name).implement({
    description: kind.description,
    interfaces: [Node, NodeWithTitle, Post],
    fields: (t) => ({
      jsonLd: t.field({
        type: Json,
        complexity: 0.5,
        description: `The ${name} as a schema.org ${kind.jsonLd.type}.`,
        resolve: (record, _, ctx) => linkedJsonLd(kind, record, ctx),
      }),
    }),
  });
  const one = withArticle(name);
  postFields(type, name);
  storedFields(type, fields, mayUpdate);
  builder.objectField(type, 'title', (t) =>
    t.field({ ...textField('name', fields.name!), description: 'Same as its name.' }),
  );
  translationFields(type, Name, fields, mayUpdate);
  rootFields<LinkedRecord, Where<LinkedWhere>>({
    kind,
    type,
    connection: {
      where,
      orders: LINKED_ORDERS,
      otherwise: 'those published last first',
    },
    service: ({ services }) => services[name],
  });
  const shown = { name, type };
  writeMutations<LinkedRecord>({
    kind,
    type,
    service: ({ services }) => services[name],
    deletion: `Moves the ${name} into the trash. Events keep their link to it but no longer show it.`,
  });
  restoreMutation<LinkedRecord>(mutations.restore!, ({ services }) => services[name].restore, shown);
  mutationField<LinkedRecord>(
    {
      name: mutations.upsert!,
      description: `Creates ${one}. ${SENT_AGAIN}`,
      table: kind.upsert,
      creates: true,
      run: (values, _, ctx) => ctx.services[name].upsert(values, ctx),
    },
    shown,
  );
  const input = inputFrom(`${Name}Input`, { table: fields, use: 'create', description: `A new ${name}.` });
  linkInputs({
    kind: name,
    plural: inEvents,
    create: input,
    upsert: input,
    upserting: `${capitalized(one)} to create with the event. ${NAMED_IN_EVENT}`,
  });
  linkFrom(Event, kind, type);
  showsEvents(type, inEvents, ({ _id }) => _id);
  return type;
}

/** Adds the linked records of a kind to events, or to series. */
export function linkFrom<R extends Naming>(
  owner: ObjectType<R>,
  { name, inEvents }: Pick<EventLink, 'name' | 'inEvents'>,
  type: ObjectType<LinkedRecord>,
): void {
  builder.objectField(owner, inEvents, (t) =>
    t.field({
      type: [type],
      complexity: COSTS.linked,
      description: 'The ones that the caller may see.',
      resolve: (event, _, { loaders }) => loaders[name].linked(event[inEvents]),
    }),
  );
}

/** The types of linked records, by name. */
export const LinkedTypes = byName(linkedType) as { [K in EventLinkKind as K['name']]: ObjectType<RecordOf<K>> };
