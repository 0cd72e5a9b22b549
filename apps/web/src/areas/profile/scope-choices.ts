import { ACCOUNT_SCOPES, CONSOLE_SCOPES } from '@vitrine/contract/scopes';

/** Access of a program to an area. */
export type Access = 'none' | 'read' | 'write';

/** Choices of the form by area, and what goes beyond reading and changing. */
export interface ScopeChoices {
  areas: Readonly<Record<string, Access>>;
  canCommand: boolean;
}

export const COMMAND_SCOPE = 'devices:command';
export const NO_SCOPES: ScopeChoices = { areas: {}, canCommand: false };

const LABELS: Record<string, string> = {
  media: 'Photos and videos',
  'console:audit': 'Audit trail',
};

/** Areas that can be chosen: `albums`, and for staff `console:orders`. */
export function listScopeAreas(isStaff: boolean): string[] {
  const scopes = isStaff ? [...ACCOUNT_SCOPES, ...CONSOLE_SCOPES] : ACCOUNT_SCOPES;
  return [...new Set(scopes.filter((scope) => scope !== COMMAND_SCOPE).map((scope) => scope.replace(/:[a-z]+$/, '')))];
}

export function getScopeAreaLabel(area: string): string {
  const name = area.replace('console:', '');
  const label = LABELS[area] ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return area.startsWith('console:') ? `Console: ${label.charAt(0).toLowerCase()}${label.slice(1)}` : label;
}

/** Returns the scopes of a token. Changing includes reading. */
export function toScopes({ areas, canCommand }: ScopeChoices): string[] {
  const scopes = Object.entries(areas).flatMap(([area, access]) => {
    if (access === 'none') return [];
    return access === 'read' ? [`${area}:read`] : [`${area}:read`, `${area}:write`];
  });
  return canCommand ? [...scopes, COMMAND_SCOPE] : scopes;
}

/** Describes the scopes of a token in one line: 'Albums (read), Playlists (change), commands to devices'. */
export function describeScopes(scopes: readonly string[]): string {
  const areas = new Set(scopes.filter((scope) => scope !== COMMAND_SCOPE).map((scope) => scope.replace(/:[a-z]+$/, '')));
  const parts = [...areas].map((area) => `${getScopeAreaLabel(area)} (${scopes.includes(`${area}:write`) ? 'change' : 'read'})`);
  return [...parts, ...(scopes.includes(COMMAND_SCOPE) ? ['commands to devices'] : [])].join(', ');
}
