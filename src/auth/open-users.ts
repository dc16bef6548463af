import type { Store } from '../store/port.ts';
import { fileUsers } from './file-users.ts';
import { memoryUsers } from './memory-users.ts';
import { storeUsers } from './store-users.ts';
import type { Users } from './users.ts';

/** The users of a server: in MongoDB beside its data, in a file of the data folder, or nowhere with `:memory:`. */
export function openUsers({ mongodbUri, dataDir }: { mongodbUri?: string; dataDir: string }, store: Store): Users {
  if (mongodbUri) return storeUsers(store);
  return dataDir === ':memory:' ? memoryUsers() : fileUsers({ dataDir });
}
