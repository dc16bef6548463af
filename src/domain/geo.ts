/** A point on the globe, in degrees: latitude -90 to 90, longitude -180 to 180. */
export interface Point {
  lat: number;
  lng: number;
}

/** The mean radius in kilometres, good to half a per cent anywhere. */
const EARTH = 6371.009;

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (radians: number) => (radians * 180) / Math.PI;

/** The great-circle distance in kilometres. */
export function distance(a: Point, b: Point): number {
  const lat = radians(b.lat - a.lat) / 2;
  const lng = radians(b.lng - a.lng) / 2;
  const h = Math.sin(lat) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(lng) ** 2;
  return 2 * EARTH * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Ranges of degrees, both ends inclusive, that hold every point within a distance of another. */
export interface Box {
  lat: readonly [min: number, max: number];
  /** One range, or two where the box lies across the date line. */
  lng: readonly (readonly [min: number, max: number])[];
}

/** A tenth of a metre in degrees, to make up for rounding. */
const HAIR = 1e-6;

const EVERYWHERE = [[-180, 180]] as const;

/** The box around all points within `km` of one. Around a pole it takes in every longitude. */
export function boxAround({ lat, lng }: Point, km: number): Box {
  const angle = km / EARTH;
  const reach = degrees(angle) + HAIR;
  const [south, north] = [lat - reach, lat + reach];
  const range = [Math.max(south, -90), Math.min(north, 90)] as const;
  if (south <= -90 || north >= 90) return { lat: range, lng: EVERYWHERE };
  // How far east and west the circle reaches where it is widest, which is not at its middle.
  const width = degrees(Math.asin(Math.min(1, Math.sin(angle) / Math.cos(radians(lat))))) + HAIR;
  const [west, east] = [lng - width, lng + width];
  return { lat: range, lng: eastward(west < -180 ? west + 360 : west, east > 180 ? east - 360 : east) };
}

/** The degrees from one longitude to another, going east: two ranges where the date line lies between them. */
export const eastward = (west: number, east: number): Box['lng'] =>
  west <= east ? [[west, east]] : [[west, 180] as const, [-180, east] as const];
