/** An app that shows the programme of a venue, as Relay keeps it. */
export interface Shown {
  /** The titles that the app shows now. */
  titles(): string[];
  /** The title of one event that was loaded by itself, as its own page shows it. */
  title(id: string): string;
  /** The ids of the events, in the order of their titles. */
  ids(): string[];
  /** Loads the next part, where there is one. */
  more(): Promise<boolean>;
  /** Loads one event again, by its id. */
  refetch(id: string): Promise<void>;
  /** Renames an event, at once for whoever looks. What writes gives what was wrong. */
  rename(id: string, title: string): Promise<string[]>;
  /** Adds an event to the end of the programme. */
  add(input: object): Promise<string[]>;
  /** Deletes an event, if it is in this version, and takes it out of the programme. */
  remove(id: string, ifVersion?: number): Promise<string[]>;
}
