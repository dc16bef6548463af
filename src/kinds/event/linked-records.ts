import { isDeepStrictEqual } from 'node:util';
import { mayRead } from '../../domain/access.ts';
import type { Problem } from '../../domain/errors.ts';
import { inside, type Link, type Made, placeOf, type RecordLinks } from '../../domain/fields/link-input.ts';
import type { Context } from '../context.ts';
import { byList, EVENT_LINKS, type EventLinkKind, type LinkList, type RecordOf } from '../event-links.ts';
import { readable } from '../post/filter.ts';
import type { LinkedService } from '../post/linked.ts';
import type { LinkedRecord } from '../post/record.ts';
import { soundIn } from '../shared/find.ts';
import type { Finder, Repository } from '../shared/repository.ts';
import { faultOf, refsOf, resolveRecords, resolveSlugs } from '../shared/resolve-refs.ts';
import type { TermLinking } from '../term/references.ts';
import type { EventInput, EventPatch } from './fields.ts';
import type { Naming } from './record.ts';

interface Linked<R extends LinkedRecord> {
  repository: Repository<R>;
  service: Pick<LinkedService<R, never, never>, 'problems' | 'createInUnit' | 'upsertInUnit' | 'publishDrafts'>;
}

/** The linked resources that the event service needs. */
export interface LinkDeps {
  linked: { [K in EventLinkKind as K['inEvents']]: Linked<RecordOf<K>> };
  categoryService: TermLinking;
  tagService: TermLinking;
}

type LinkValues = Pick<EventInput | EventPatch, keyof Naming>;

export interface Linking {
  /** The problems with the records that valid links name, and with new records inside them. */
  problems(values: LinkValues, ctx: Context): Promise<Problem[]>;
  /** The links of the event after `values`. Creates the records inside them that are not `made`. Part of the event's unit. */
  link(values: LinkValues, before: Naming | undefined, ctx: Context, made?: Made): Promise<Naming>;
  /** Publishes the linked drafts and pending records that the caller may publish. Part of the event's unit. */
  publish(links: Naming, ctx: Context): Promise<void>;
}

export function createLinking({ linked, categoryService, tagService }: LinkDeps): Linking {
  async function recordProblems(
    field: LinkList,
    { set = [], add = [] }: RecordLinks,
    ctx: Context,
  ): Promise<Problem[]> {
    const { repository, service } = linked[field];
    const links = [...set, ...add];
    const finder: Finder<LinkedRecord> = ctx.loaders.of<RecordOf<EventLinkKind>>(repository);
    const idsOf = await resolveRecords(
      { find: repository.find, byIds: (ids) => soundAmong(finder, ids) },
      refsOf(links),
      readable(ctx.viewer),
    );
    for (const link of links) {
      const ids = 'ref' in link ? idsOf(link.ref) : [0];
      if (ids.length !== 1) return [{ field, ...faultOf(ids, 'Names a record that is not there.'), ...placeOf(link) }];
    }
    for (const link of links) {
      if ('ref' in link) continue;
      const problems = await service.problems('create' in link ? link.create : link.upsert, ctx);
      if (problems.length) return [{ field, ...inside(problems, link.at) }];
    }
    return [];
  }

  /** The new links. Links that the caller cannot see stay, after those sent, because the caller cannot mean to remove them. */
  async function records(
    field: LinkList,
    { links, before, made }: { links: RecordLinks | null | undefined; before: readonly number[]; made: Made },
    ctx: Context,
  ) {
    if (links === undefined) return [...before];
    const { set, add = [], remove = [] } = links ?? { set: [] };
    const { repository, service } = linked[field];
    const refs = [...refsOf([...(set ?? []), ...add]), ...remove];
    const idsOf = await resolveSlugs(repository, refs, readable(ctx.viewer));
    const linkedBy = async (all: readonly Link[]) => {
      const ids: number[] = [];
      for (const link of all) {
        if ('ref' in link) {
          ids.push(...idsOf(link.ref));
          continue;
        }
        const make = () =>
          'create' in link ? service.createInUnit(link.create, ctx) : service.upsertInUnit(link.upsert, ctx);
        made.set(link, made.get(link) ?? (await make())._id);
        ids.push(made.get(link)!);
      }
      return ids;
    };
    const ids = set ? await linkedBy(set) : [...before];
    ids.push(...(await linkedBy(add)));
    const removed = remove.flatMap(idsOf);
    const hidden = (await repository.byIds(before)).filter((record) => !shownIn(record, ctx)).map(({ _id }) => _id);
    const kept = [...new Set(ids)].filter((id) => !removed.includes(id) || hidden.includes(id));
    const isSame = isDeepStrictEqual(
      kept,
      before.filter((id) => !hidden.includes(id)),
    );
    return isSame ? [...before] : [...new Set([...kept, ...before.filter((id) => hidden.includes(id))])];
  }

  return {
    async problems(values, ctx) {
      const problems = [
        ...(await categoryService.linkProblems('categories', values.categories ?? {}, ctx)),
        ...(await tagService.linkProblems('tags', values.tags ?? {}, ctx)),
      ];
      for (const { inEvents } of EVENT_LINKS)
        problems.push(...(await recordProblems(inEvents, values[inEvents] ?? {}, ctx)));
      return problems;
    },
    async link(values, before, ctx, made = new Map()) {
      const { categories, tags } = values;
      // The same order as recounting, so that units that write the same records wait for each other.
      const terms = {
        categories: await categoryService.link(categories, { before: before?.categories ?? [], made }, ctx),
        tags: await tagService.link(tags, { before: before?.tags ?? [], made }, ctx),
      };
      const links = byList((): number[] => []);
      for (const { inEvents } of EVENT_LINKS)
        links[inEvents] = await records(
          inEvents,
          { links: values[inEvents], before: before?.[inEvents] ?? [], made },
          ctx,
        );
      return { ...terms, ...links };
    },
    async publish(event, ctx) {
      for (const { inEvents } of EVENT_LINKS) await linked[inEvents].service.publishDrafts(event[inEvents], ctx);
    },
  };
}

/** The records with these ids that exist and are not damaged. */
async function soundAmong<R>(finder: Finder<R>, ids: readonly number[]): Promise<R[]> {
  const found = await Promise.all(ids.map((id) => soundIn(finder, id)));
  return found.filter((record) => record !== undefined);
}

/** Whether an event shows a linked record to the caller. Records in the trash are never shown. */
export const shownIn = (record: LinkedRecord, { viewer, now }: Pick<Context, 'viewer' | 'now'>): boolean =>
  record.status !== 'trash' && mayRead(viewer, record, now);
