process.env.TZ = 'UTC';

import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '../data/port.ts';
import { storeUsers } from '../data/users/store-users.ts';
import { sweepUploads } from '../http/uploads.ts';
import { importerOf } from '../import/authors.ts';
import { fetchPictures, sitesOfRecords } from '../import/fetch-pictures.ts';
import { GIVEN_WAY, readHosts } from '../import/options.ts';
import type { NamedSite } from '../import/site/address.ts';
import { readSettings, runProgram } from '../process/command-line.ts';
import type { Config } from '../process/config.ts';
import type { Progress } from '../process/progress.ts';
import { withStore } from '../process/with-store.ts';
import { programCalendar } from '../program-calendar.ts';
import { listPictures, pruneFiles } from '../tools/kept-pictures.ts';

const TASKS = ['list', 'prune', 'fetch'] as const;

async function fetch(
  store: Store,
  { config, hosts, user }: { config: Config; hosts: readonly NamedSite[]; user: string | undefined },
  { log, report: progress }: Progress,
) {
  const viewer = await importerOf(storeUsers(store), user);
  return fetchPictures({
    calendar: programCalendar(config, { store, viewer, log }),
    sites: [...hosts, ...(await sitesOfRecords(store))],
    language: config.defaultLanguage,
    progress,
    giveWay: () => pause(GIVEN_WAY),
    warn: (line) => log.warn({}, line),
    clock: Date.now,
    pause,
  });
}

await runProgram({
  call: 'npm run pictures',
  purpose: `Works on uploaded pictures, while servers run or not. list prints each with its image and how many records show it, and
then the files that no image has. prune removes those files, at the earliest a day after an image had them. fetch brings in the
pictures that records show from the sites they were imported from, and says what it cannot get. Run it again at any time.`,
  uses: ['list', 'prune', 'fetch [--hosts HOSTS] [--user NAME]'],
  options: {
    hosts: { takes: 'HOSTS', says: 'other hosts to fetch from, such as cdn.example.org,images.example.org' },
    user: { takes: 'NAME', says: 'who fetches: images that only texts show are theirs' },
    private: { says: 'those hosts lie in a private network' },
  },
  words: true,
  variables: ['MONGODB_URI', 'DATA_DIR', 'SITE_URL', 'DEFAULT_LANGUAGE'],
  read({ words: [word, ...more], values }) {
    const task = TASKS.find((each) => each === word && more.length === 0);
    if (!task) return 'pictures needs list, prune or fetch.';
    if (task !== 'fetch' && Object.keys(values).length > 0) return 'Options go with fetch.';
    const hosts = readHosts(values.hosts, values.private);
    return typeof hosts === 'string' ? hosts : { task, hosts, user: values.user };
  },
  async run({ task, hosts, user }) {
    const config = readSettings(process.env);
    return withStore(config, async (store, progress) => {
      if (task === 'fetch') return fetch(store, { config, hosts, user }, progress);
      let count = 0;
      const now = Date.now();
      for await (const line of task === 'list' ? listPictures(store, now) : pruneFiles(store, now)) {
        process.stdout.write(`${line}\n`);
        count += 1;
      }
      if (task === 'list') return count ? undefined : 'No picture was uploaded.';
      const left = await sweepUploads(now);
      return `Removed: ${count} files${left ? `, and ${left} folders of uploads that ended early` : ''}.`;
    });
  },
});
