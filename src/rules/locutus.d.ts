declare module 'locutus/php/datetime/strtotime.js' {
  /**
   * PHP's strtotime: seconds since the epoch, or false when the text cannot be read.
   * It reads in the zone of the process; `now` is in seconds since the epoch.
   */
  export default function strtotime(text: string, now: number): number | false;
}
