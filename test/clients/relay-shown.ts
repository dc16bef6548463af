/** An app that shows the programme of a venue, as Relay keeps it. */
export interface Shown {
  /** The titles that the app shows now. */
  titles(): string[];
  /** Loads the next part, where there is one. */
  more(): Promise<boolean>;
  /** Loads one event anew, by its id. */
  refetch(id: string): Promise<void>;
}
