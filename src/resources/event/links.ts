import type { Context } from '../../context.ts';
import type { Problem } from '../../errors.ts';
import { inside, type Link, placeOf, type RecordLinks } from '../../fields/links.ts';
import { mayRead } from '../../rules/access.ts';
import type { CategoryService } from '../category/service.ts';
import { byList, EVENT_LINKS, type KnownLink, type LinkList, type RecordOf } from '../event-links.ts';
import type { LinkedService } from '../post/linked.ts';
import type { LinkedRecord } from '../post/record.ts';
import { recordsMeant, refsOf, slugsMeant } from '../shared/meant.ts';
import type { Repository } from '../shared/repository.ts';
import type { TagService } from '../tag/service.ts';
import type { EventInput, EventPatch } from './fields.ts';
import type { Naming } from './record.ts';

interface Linked<R extends LinkedRecord> {
  repository: Repository<R>;
  service: Pick<LinkedService<R, never, never>, 'problems' | 'make' | 'makeOrLink' | 'publishDrafts'>;
}

/** The resources that events name, as the event service needs them. */
export interface LinkDeps {
  linked: { [K in KnownLink as K['inEvents']]: Linked<RecordOf<K>> };
  categoryService: CategoryService;
  tagService: TagService;
}

type LinkValues = Pick<EventInput | EventPatch, keyof Naming>;

interface Linking {
  /** What is wrong with the records that valid links name, and with new ones inside of them. */
  problems(values: LinkValues, ctx: Context): Promise<Problem[]>;
  /** The links of the event after `values`; records inside of them are made. Part of the event's unit. */
  link(values: LinkValues, before: Naming | undefined, ctx: Context): Promise<Naming>;
  /** Publishes the drafts and pending ones that an event links, of those that the caller may publish. Part of its unit. */
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
    const idOf = await recordsMeant(repository, refsOf(links));
    const unknown = links.find((link) => 'ref' in link && idOf(link.ref) === undefined);
    if (unknown) return [{ field, code: 'unknown', message: 'Names a record that is not there.', ...placeOf(unknown) }];
    for (const link of links) {
      if ('ref' in link) continue;
      const problems = await service.problems('create' in link ? link.create : link.upsert, ctx);
      if (problems.length) return [{ field, ...inside(problems, link.at) }];
    }
    return [];
  }

  /** What is linked then. Links that the caller cannot see stay, behind what was sent: nobody can mean to take them away. */
  async function records(
    field: LinkList,
    { links, before }: { links: RecordLinks | null | undefined; before: readonly number[] },
    ctx: Context,
  ): Promise<number[]> {
    if (links === undefined) return [...before];
    const { set, add = [], remove = [] } = links ?? { set: [] };
    const { repository, service } = linked[field];
    const idOf = await slugsMeant(repository, [...refsOf([...(set ?? []), ...add]), ...remove]);
    const made = async (all: readonly Link[]): Promise<number[]> => {
      const ids: number[] = [];
      for (const link of all) {
        if ('ref' in link) {
          const id = idOf(link.ref);
          if (id !== undefined) ids.push(id);
        } else if ('create' in link) ids.push((await service.make(link.create, ctx))._id);
        else ids.push((await service.makeOrLink(link.upsert, ctx))._id);
      }
      return ids;
    };
    const ids = set ? await made(set) : [...before];
    ids.push(...(await made(add)));
    const removed = remove.map(idOf);
    const hidden = (await repository.byIds(before)).filter((record) => !shownIn(record, ctx)).map(({ _id }) => _id);
    const kept = ids.filter((id) => !removed.includes(id) || hidden.includes(id));
    return [...new Set([...kept, ...before.filter((id) => hidden.includes(id))])];
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
    async link(values, before, ctx) {
      const { categories, tags } = values;
      // In the order in which what they keep is recounted: units that write the same records do so one after the other.
      const terms = {
        categories: await categoryService.link(categories, before?.categories ?? [], ctx),
        tags: await tagService.link(tags, before?.tags ?? [], ctx),
      };
      const links = byList((): number[] => []);
      for (const { inEvents } of EVENT_LINKS)
        links[inEvents] = await records(inEvents, { links: values[inEvents], before: before?.[inEvents] ?? [] }, ctx);
      return { ...terms, ...links };
    },
    async publish(event, ctx) {
      for (const { inEvents } of EVENT_LINKS) await linked[inEvents].service.publishDrafts(event[inEvents], ctx);
    },
  };
}

/** Whether an event shows what it links to the caller: what is in the trash never. */
export const shownIn = (record: LinkedRecord, { viewer, now }: Pick<Context, 'viewer' | 'now'>): boolean =>
  record.status !== 'trash' && mayRead(viewer, record, now);
