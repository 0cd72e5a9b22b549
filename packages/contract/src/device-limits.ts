/** Of devices by the many, apart from the limits that every first view carries. Lengths in characters. */
export const DEVICE_LIMITS = {
  tagNameMax: 30,
  tagsPerDevice: 20,
  /** Of one account, and of one family. */
  tagsPerOwner: 200,
  /** Devices one call changes: whoever changes more makes several calls. */
  devicesPerCall: 500,
  /** Devices whose day one call draws. */
  daysPerCall: 50,
  /** Devices a list has in order; of more, a filter leads to the others. */
  listedDevices: 5000,
  /** Playlists named one by one when a move ends them somewhere. */
  namedEndings: 20,
} as const;
