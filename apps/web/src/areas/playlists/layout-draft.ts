import { DEFAULT_DIVIDERS, type LayoutPreset, type SideZone, ZONES_OF_PRESET } from '@vitrine/contract/layouts';
import type { PlaylistAlbum, PlaylistLayout, PlaylistLayoutBody } from '@vitrine/contract/playlists';

export type ZoneAlbum = PlaylistAlbum['albumId'];

export interface ZoneDraft {
  zone: SideZone;
  album: ZoneAlbum | null;
  /** Seconds that each picture stays; 0 is the default. */
  duration: number;
}

/** A layout that is being edited. Without a preset, the playlist fills the screen. */
export interface LayoutDraft {
  preset: LayoutPreset | null;
  /** Size of the main zone, in percent. */
  divider: number;
  zones: readonly ZoneDraft[];
}

export const toDraft = (layout: PlaylistLayout | null): LayoutDraft =>
  layout
    ? {
        preset: layout.preset,
        divider: layout.divider,
        zones: ZONES_OF_PRESET[layout.preset].map((zone) => {
          const saved = layout.zones.find((other) => other.zone === zone);
          return { zone, album: saved?.album ?? null, duration: saved?.duration ?? 0 };
        }),
      }
    : { preset: null, divider: 0, zones: [] };

/** Changes the preset. Zones that both presets have keep their albums; albums of other zones move to those that are still empty, in their order. */
export function changePreset(draft: LayoutDraft, preset: LayoutPreset | null): LayoutDraft {
  if (preset === null) return { ...draft, preset };
  const names: readonly SideZone[] = ZONES_OF_PRESET[preset];
  const homeless = draft.zones.filter(({ zone, album }) => album && !names.includes(zone));
  const zones = names.map((zone): ZoneDraft => {
    const known = draft.zones.find((other) => other.zone === zone);
    if (known?.album) return known;
    const moved = homeless.shift();
    return { zone, album: moved?.album ?? null, duration: moved?.duration ?? 0 };
  });
  return { preset, divider: DEFAULT_DIVIDERS[preset], zones };
}

export const changeZone = (draft: LayoutDraft, zone: SideZone, change: Partial<Omit<ZoneDraft, 'zone'>>): LayoutDraft => ({
  ...draft,
  zones: draft.zones.map((other) => (other.zone === zone ? { ...other, ...change } : other)),
});

export const toBody = ({ preset, divider, zones }: LayoutDraft): PlaylistLayoutBody => ({
  layout: preset && {
    preset,
    divider,
    zones: zones.flatMap(({ zone, album, duration }) => (album ? [{ zone, albumId: album._id, duration }] : [])),
  },
});

export const isSameDraft = (one: LayoutDraft, other: LayoutDraft): boolean => JSON.stringify(toBody(one)) === JSON.stringify(toBody(other));
