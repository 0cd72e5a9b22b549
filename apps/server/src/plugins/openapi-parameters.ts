/**
 * Descriptions of parameters by name, since most names mean the same everywhere. `operationId.name` describes one that differs. The zod schemas do not
 * contain them, because forms in the browser validate with the same schemas.
 */
export const PARAMETERS: Readonly<Record<string, string>> = {
  // Ids in paths.
  id: 'Id of the resource, its `_id`.',
  userId: 'Id of the account. Where it is optional, it defaults to the caller.',
  orgId: 'Id of the family whose resources are meant, instead of those of an account.',
  albumId: 'Id of the album.',
  mediaId: 'Id of the photo or video.',
  playlistId: 'Id of the playlist.',
  deviceId: 'Id of the device, its `_id`. It is not the six-character id that the screen shows.',
  publishId: 'Id of the publish.',
  invitationId: 'Id of the invitation.',
  linkId: 'Id of the public link.',
  paymentId: 'Id of the payment.',
  subscriptionId: 'Id of the subscription.',
  key: 'Key of a stored file, with `~90`, `~180` or `~270` for a rotated picture.',
  digest: 'SHA-256 of the contents, from the manifest.',
  sha256: 'SHA-256 of the file, from the manifest.',
  part: 'Name of the HLS playlist, the initialization segment or a media segment.',
  text: 'Text to search for.',
  token: 'Session token, for requests that can send neither a header nor a cookie.',
  // Pages.
  page: 'Page number, from 1.',
  dataPerPage: 'Number of rows per page.',
  after: 'Id of the last row of the previous page. The page starts after it; `page` is then ignored.',
  before: 'Id of the last row of the previous page. The page contains older rows.',
  skip: 'Number of the newest rows of the month to leave out.',
  sort: 'Order of the rows.',
  // Filters.
  string: 'Text to search for.',
  q: 'Text to search for: a name, an email address, a number or an id.',
  filter: 'Rows to return.',
  status: 'State of the rows to return.',
  state: 'State of the rows to return.',
  type: 'Kind of the rows to return.',
  kind: 'Kind of the jobs to return.',
  role: 'Role of the accounts to return.',
  platform: 'Platform of the rows to return.',
  disabled: 'Returns only deactivated accounts (`1`) or active accounts (`0`).',
  tags: 'Tags separated by commas. Only devices with all of them are returned.',
  month: 'Month from whose end the rows start.',
  from: 'Start of the period, inclusive.',
  to: 'End of the period, inclusive.',
  until: 'End of the period, inclusive.',
  startDate: 'Start of the period, in milliseconds since 1970.',
  endDate: 'End of the period, in milliseconds since 1970.',
  visibality: 'Page that shows the questions: the public FAQ or the help inside the app.',
  catagoryId: 'Id of the category of questions.',
  orderType: 'Type of the orders to return.',
  statusId: 'Id of the order status.',
  paymentEvent: 'State of the payment.',
  actor: 'Name, email address or id of the account that made the change.',
  owner: 'Name, email address or id of the account whose data was changed.',
  action: 'Name of the action.',
  table: 'Kind of the changed objects.',
  object: 'Id of a changed object.',
  // Pictures and posters.
  width: 'Largest width of the picture, in pixels.',
  height: 'Largest height of the picture, in pixels.',
  fit: 'How the picture fills the size: cropped, with its whole content, or never enlarged.',
  fileType: 'Kind of the uploaded files. It is detected from the content and need not be sent.',
  orientationId: 'Id of the orientation.',
  sizeId: 'Id of the size.',
  paperStockId: 'Id of the paper.',
  laminationId: 'Id of the lamination.',
  // Single endpoints.
  captchaId: 'Id of the captcha.',
  client_secret: 'Secret of the payment, from its creation.',
  notificationId: 'Id of the notification. Without it, all notifications are marked.',
  path: 'Path of the file within the version.',
  'verifyEmail.type': 'Purpose of the link: `create_user` confirms the address, otherwise a password reset link is checked.',
  'searchAlbums.type': '`shared` searches the albums that others share with the account.',
  'endSession.id': 'Id of the session, from the list of sessions.',
  'readTestIntent.id': 'Id of the payment at the bank.',
  'confirmTestIntent.id': 'Id of the payment at the bank.',
  'authenticateTestIntent.id': 'Id of the payment at the bank.',
  'listJobs.after': 'Id of the last job of the previous page.',
  'searchDeviceData.role': '`admin` searches all devices of the installation, which requires the capability `devices.see`.',
  'readZip.key': 'Key of the prepared zip.',
  'readStream.key': 'Key of the stored MP4 file, from the media.',
  'readStreamPart.key': 'Key of the stored HLS stream, from the media.',
  'readSharedStream.key': 'Key of the stored MP4 file, from the media.',
  'readSharedStreamPart.key': 'Key of the stored HLS stream, from the media.',
  ...ofPublicLinks(),
};

/** Describes the token of a public link, which is part of the path. */
function ofPublicLinks(): Record<string, string> {
  const operations = [
    'readSharedAlbum',
    'unlockSharedAlbum',
    'countSharedVisit',
    'readSharedLayout',
    'listSharedMedia',
    'readSharedRendition',
  ];
  const bytes = ['downloadSharedFile', 'readSharedZip', 'readSharedStream', 'readSharedStreamPart'];
  return Object.fromEntries(
    [...operations, ...bytes].map((operation) => [`${operation}.token`, 'Token of the public link, the last part of its address.']),
  );
}
