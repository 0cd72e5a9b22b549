/** Business limits. Sizes in bytes, durations in milliseconds, lengths in characters. Source: specification 1 §9, 2 §9. */
export const LIMITS = {
  nameMin: 2,
  nameMax: 30,
  captionMin: 2,
  captionMax: 250,
  detailNameMax: 50,
  /** Largest number of devices that an administrator may allow an account. */
  deviceAllowanceMax: 100_000,
  /** Largest number of extra screens of a subscription. */
  extraScreensMax: 10_000,
  passwordMin: 8,
  /** argon2 costs the same for any length; this only bounds the body. */
  passwordMax: 256,
  emailMax: 254,
  filesPerUpload: 30,
  /** Maximum number of chosen files waiting for upload, and of files that one call may check for duplicates. */
  filesWaiting: 3000,
  /** Media one call may move, copy, delete, reorder or restore. */
  mediaPerCall: 5000,
  /** Unfinished uploads of one account. */
  openUploads: 100,
  /** People one album is shared with. */
  albumMembers: 100,
  /** Links to one album. */
  albumLinks: 20,
  /** Short passwords suffice, because attempts are limited as well. */
  linkPasswordMin: 6,
  /** Longest lifetime of a link, in years. */
  linkYearsMax: 10,
  /** More than a wall shows in a day; keeps answers and manifests bounded. */
  albumsPerPlaylist: 500,
  emailSearchMin: 3,
  /** Deleted media and albums can be restored for this long. */
  binDays: 30,
  albumBytes: 5e9,
  /** The largest single file the ingest takes. */
  fileBytes: 5e9,
  /** Frames beyond this are refused before any pixel is decoded. */
  imagePixels: 268_000_000,
  /** Largest PDF, in bytes. It is kept in memory while its pages are drawn. */
  documentBytes: 100e6,
  /** Most pages of a PDF. */
  documentPages: 200,
  /** Longest side of a page in relation to the other. */
  documentRatio: 20,
  /** Members of a family without its owner. Pending invitations count. */
  familyMembers: 5,
  familyDescriptionMax: 50,
  /** Profile and family pictures stay under this. */
  profilePictureBytes: 800_000,
  sessionMs: 86_400_000,
  verificationLinkMs: 86_400_000,
  toastMs: 7000,
  searchDebounceMs: 500,
  publishOverActiveWaitMs: 7000,
  /** Contact messages one account may write in a day. */
  contactMessagesPerDay: 20,
  /** Devices one publish goes to. */
  publishDevices: 5000,
  /** Devices told one by one while a publish is followed; more of them are counted. */
  followedDevices: 100,
  imageDurationS: 5,
  deviceIdLength: 6,
  pageSizeMax: 300,
  /** A screen that has not answered an action by then will not do it. */
  commandMs: 15_000,
} as const;

/** Seconds an image may stay on the wall (specification 2 §2, playlist player). */
export const IMAGE_DURATIONS_S = [5, 8, 12, 16] as const;

/** The widths and heights renditions snap up to, in pixels. */
export const RENDITION_LADDER = [64, 96, 130, 160, 220, 320, 480, 640, 960, 1280, 1920, 2560, 3840] as const;

/** Widths that thumbnails of albums and of the timeline use. They are rendered in advance. */
export const TILE_WIDTHS = [320, 480, 640] as const satisfies readonly (typeof RENDITION_LADDER)[number][];

/** Formats a limit for a message, such as '10,000'. A number format of Intl would load data of ICU into each process that loads the contract. */
export const formatLimit = (limit: number): string => String(limit).replace(/\B(?=(\d{3})+$)/g, ',');
