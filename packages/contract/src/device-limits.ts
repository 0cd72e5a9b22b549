/** Limits of bulk device changes, separate from the limits that every first view loads. Lengths are in characters. */
export const DEVICE_LIMITS = {
  tagNameMax: 30,
  tagsPerDevice: 20,
  /** Per account and per family. */
  tagsPerOwner: 200,
  /** Maximum number of devices that one call changes. Larger changes need several calls. */
  devicesPerCall: 500,
  /** Devices whose day one call draws. */
  daysPerCall: 10,
  /** Devices a list has in order; of more, a filter leads to the others. */
  listedDevices: 5000,
  /** Playlists named one by one when a move ends them somewhere. */
  namedEndings: 20,
  /** Private albums on a family's screens that are listed, and that one call shares with the family. */
  privateAlbumsPerCall: 100,
} as const;
