process.env.TZ = 'UTC';

import { byHand } from './by-hand.ts';
import { bare, logged } from './constant.ts';
import { ours } from './ours.ts';
import type { ServerName, Told } from './told.ts';

const SERVERS: Record<ServerName, (told: Told) => Promise<number>> = { bare, logged, byHand, ours };

// The process of one server: it is told which, says its port, and then its CPU as often as it is asked.
process.once('message', async (told: Told) => {
  const port = await SERVERS[told.server](told);
  process.on('message', () => process.send!(process.cpuUsage()));
  process.send!(port);
});
process.once('disconnect', () => process.exit());
