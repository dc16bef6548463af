// Date libraries read the zone of the process: it must be UTC before any of them is called.
process.env.TZ = 'UTC';

import './node-version.js';

// Only now: what is imported here does not load on an old Node. The build leaves this import as it is.
void import('./server.js').then(({ startProgram }) => startProgram(process.env));
