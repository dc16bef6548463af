// Date libraries read the process's time zone: it must be UTC before any of them is called.
process.env.TZ = 'UTC';

import './node-version.js';

// Import this only after the check above, because it does not load on an old Node. The build leaves this import unchanged.
void import('./server.js').then(({ startProgram }) => startProgram(process.env));
