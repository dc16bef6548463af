import { asText } from '../../domain/fields/kind.ts';
import { inParts } from '../../domain/values.ts';
import type { Item } from '../item.ts';
import { bodiesIn } from './bodies.ts';
import type { SiteClient } from './client.ts';
import { parsed, type SiteInterface } from './discover.ts';

/** The WordPress route of the users, and how many it shows at once. */
const [USERS, AT_ONCE] = ['/wp/v2/users', 100];
/** A calendar has fewer authors. */
const MOST_USERS = 10_000;

/**
 * Adds the log-in names of authors, as far as the site shows them. Only editors of users see them; to others it shows slugs,
 * which are made of them. Display names are never looked at: everybody chooses their own.
 */
export function createLogins({ client, api }: { client: SiteClient; api: SiteInterface }) {
  const logins = new Map<string, string | undefined>();
  let context: 'edit' | 'view' | 'none' = api.routes.has(USERS) ? 'edit' : 'none';

  async function askFor(ids: readonly string[]) {
    for (const id of ids) logins.set(id, undefined);
    while (context !== 'none') {
      const how = { include: ids.join(), per_page: String(AT_ONCE), context, _fields: 'id,username,slug' };
      const { status, text } = await client.ask(api.route(USERS, how));
      if (status === 200) {
        for (const { id, username, slug } of bodiesIn(parsed(text)))
          if (logins.has(asText(id) ?? '')) logins.set(asText(id)!, asText(username ?? slug));
        return;
      }
      context = context === 'edit' ? 'view' : 'none';
    }
  }

  return async (items: readonly Item[]): Promise<Item[]> => {
    const all = new Set(items.flatMap(({ author }) => (author !== undefined && /^\d+$/.test(author) ? author : [])));
    const unknown = [...all].filter((id) => !logins.has(id)).slice(0, Math.max(0, MOST_USERS - logins.size));
    for (const some of inParts(unknown, AT_ONCE)) await askFor(some);
    return items.map((item) => ({ ...item, login: item.author === undefined ? undefined : logins.get(item.author) }));
  };
}
