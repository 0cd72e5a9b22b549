import { timeZone } from '@vitrine/contract/devices';

/** About one zone for each set of rules, named by well-known cities. Offsets are computed, because they change with the season. */
const ZONES: readonly [zone: string, cities: string][] = [
  ['Pacific/Pago_Pago', 'Pago Pago, Midway'],
  ['Pacific/Honolulu', 'Honolulu'],
  ['Pacific/Marquesas', 'Marquesas Islands'],
  ['America/Anchorage', 'Anchorage'],
  ['America/Los_Angeles', 'Los Angeles, San Francisco, Seattle'],
  ['America/Tijuana', 'Tijuana'],
  ['America/Denver', 'Denver, Salt Lake City'],
  ['America/Phoenix', 'Phoenix'],
  ['America/Edmonton', 'Calgary, Edmonton'],
  ['America/Chicago', 'Chicago, Dallas, Houston'],
  ['America/Mexico_City', 'Mexico City, Guadalajara'],
  ['America/Costa_Rica', 'San José, Guatemala'],
  ['America/Winnipeg', 'Winnipeg'],
  ['America/Regina', 'Regina, Saskatchewan'],
  ['America/New_York', 'New York, Miami, Boston'],
  ['America/Toronto', 'Toronto, Montreal'],
  ['America/Bogota', 'Bogotá, Quito'],
  ['America/Lima', 'Lima'],
  ['America/Havana', 'Havana'],
  ['America/Jamaica', 'Kingston, Panama'],
  ['America/Caracas', 'Caracas'],
  ['America/La_Paz', 'La Paz'],
  ['America/Manaus', 'Manaus'],
  ['America/Halifax', 'Halifax'],
  ['America/Puerto_Rico', 'San Juan, Santo Domingo'],
  ['America/Santiago', 'Santiago'],
  ['America/Asuncion', 'Asunción'],
  ['America/St_Johns', "St. John's"],
  ['America/Sao_Paulo', 'São Paulo, Rio de Janeiro'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
  ['America/Montevideo', 'Montevideo'],
  ['America/Nuuk', 'Nuuk'],
  ['Atlantic/South_Georgia', 'South Georgia'],
  ['Atlantic/Azores', 'Azores'],
  ['Atlantic/Cape_Verde', 'Cape Verde'],
  ['Etc/UTC', 'UTC'],
  ['Europe/London', 'London, Edinburgh'],
  ['Europe/Dublin', 'Dublin'],
  ['Europe/Lisbon', 'Lisbon'],
  ['Africa/Accra', 'Accra, Dakar, Reykjavík'],
  ['Africa/Casablanca', 'Casablanca'],
  ['Europe/Berlin', 'Berlin, Vienna, Zurich'],
  ['Europe/Paris', 'Paris, Brussels'],
  ['Europe/Madrid', 'Madrid, Barcelona'],
  ['Europe/Rome', 'Rome, Milan'],
  ['Europe/Amsterdam', 'Amsterdam'],
  ['Europe/Stockholm', 'Stockholm, Oslo, Copenhagen'],
  ['Europe/Warsaw', 'Warsaw, Prague, Budapest'],
  ['Europe/Belgrade', 'Belgrade, Zagreb'],
  ['Africa/Lagos', 'Lagos, Algiers'],
  ['Europe/Athens', 'Athens'],
  ['Europe/Helsinki', 'Helsinki, Tallinn, Riga'],
  ['Europe/Bucharest', 'Bucharest, Sofia'],
  ['Europe/Kyiv', 'Kyiv'],
  ['Africa/Cairo', 'Cairo'],
  ['Africa/Johannesburg', 'Johannesburg, Cape Town'],
  ['Asia/Jerusalem', 'Jerusalem'],
  ['Asia/Beirut', 'Beirut'],
  ['Europe/Istanbul', 'Istanbul'],
  ['Europe/Moscow', 'Moscow'],
  ['Africa/Nairobi', 'Nairobi, Addis Ababa'],
  ['Asia/Riyadh', 'Riyadh, Kuwait, Baghdad'],
  ['Asia/Tehran', 'Tehran'],
  ['Asia/Dubai', 'Dubai, Abu Dhabi'],
  ['Asia/Tbilisi', 'Tbilisi, Yerevan, Baku'],
  ['Asia/Kabul', 'Kabul'],
  ['Asia/Karachi', 'Karachi, Islamabad'],
  ['Asia/Tashkent', 'Tashkent, Almaty'],
  ['Asia/Kolkata', 'Delhi, Mumbai, Bengaluru'],
  ['Asia/Colombo', 'Colombo'],
  ['Asia/Kathmandu', 'Kathmandu'],
  ['Asia/Dhaka', 'Dhaka'],
  ['Asia/Yangon', 'Yangon'],
  ['Asia/Bangkok', 'Bangkok, Hanoi'],
  ['Asia/Jakarta', 'Jakarta'],
  ['Asia/Shanghai', 'Beijing, Shanghai'],
  ['Asia/Hong_Kong', 'Hong Kong'],
  ['Asia/Taipei', 'Taipei'],
  ['Asia/Singapore', 'Singapore, Kuala Lumpur'],
  ['Asia/Manila', 'Manila'],
  ['Australia/Perth', 'Perth'],
  ['Asia/Tokyo', 'Tokyo, Osaka'],
  ['Asia/Seoul', 'Seoul'],
  ['Australia/Darwin', 'Darwin'],
  ['Australia/Adelaide', 'Adelaide'],
  ['Australia/Brisbane', 'Brisbane'],
  ['Australia/Sydney', 'Sydney, Melbourne, Canberra'],
  ['Pacific/Guam', 'Guam, Port Moresby'],
  ['Pacific/Noumea', 'Nouméa, Solomon Islands'],
  ['Pacific/Auckland', 'Auckland, Wellington'],
  ['Pacific/Fiji', 'Suva'],
  ['Pacific/Tongatapu', 'Nukuʻalofa'],
  ['Pacific/Kiritimati', 'Kiritimati'],
];

export interface TimeZoneChoice {
  value: string;
  label: string;
}

/** Returns the browser's time zone, or UTC where it reports none or one that it does not know itself, such as Etc/Unknown. */
export const getBrowserTimeZone = (): string => timeZone.safeParse(Intl.DateTimeFormat().resolvedOptions().timeZone).data ?? 'UTC';

/** Lists time zones from west to east at this moment. `extra` is always among them: the browser's zone, or the device's, which the browser may not know. */
export function getTimeZoneChoices(now: Date, extra: string): TimeZoneChoice[] {
  const isKnown = isKnownTimeZone(extra);
  const own = isKnown ? canonical(extra) : extra;
  // Browsers use other names for some zones, such as Asia/Calcutta. List the same place only once.
  const zones = ZONES.map(([zone, cities]) => [canonical(zone) === own ? extra : zone, cities] as const);
  const extraCity = extra.split('/').at(-1)?.replaceAll('_', ' ') ?? extra;
  if (isKnown && !zones.some(([zone]) => zone === extra)) zones.push([extra, extraCity]);
  const choices = zones
    .map(([zone, cities]) => ({ zone, cities, minutes: getOffsetMinutes(zone, now) }))
    .sort((one, other) => one.minutes - other.minutes)
    .map(({ zone, cities, minutes }) => ({ value: zone, label: `(${formatOffset(minutes)}) ${cities}` }));
  return isKnown ? choices : [...choices, { value: extra, label: extraCity }];
}

const isKnownTimeZone = (zone: string): boolean => timeZone.safeParse(zone).success;

const canonical = (timeZone: string): string => new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone;

export function getOffsetMinutes(zone: string, now: Date): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(now);
  const text = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

function formatOffset(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const absolute = Math.abs(minutes);
  return `GMT${minutes < 0 ? '-' : '+'}${two(Math.floor(absolute / 60))}:${two(absolute % 60)}`;
}
