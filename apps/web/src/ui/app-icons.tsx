import { createIcon } from './icons.tsx';

/* Icons that only signed-in people see: apart, so that no public page carries them. */

export const AlbumIcon = /* @__PURE__ */ createIcon(
  'M5 6.5h10a1.5 1.5 0 0 1 1.5 1.5v7A1.5 1.5 0 0 1 15 16.5H5A1.5 1.5 0 0 1 3.5 15V8A1.5 1.5 0 0 1 5 6.5zM5.5 3.5h9M3.8 14.2l3.4-3.3 2.6 2.5 2.7-3.1 3.7 3.9',
);
export const PlaylistIcon = /* @__PURE__ */ createIcon('M3.5 5h9M3.5 9h9M3.5 13h5M12.5 12v5l4-2.5z');
export const SlideIcon = /* @__PURE__ */ createIcon(
  'M4 4.5h12A1.5 1.5 0 0 1 17.5 6v8a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 14V6A1.5 1.5 0 0 1 4 4.5zM6 8h8M6 11.5h5',
);
export const ScreenIcon = /* @__PURE__ */ createIcon(
  'M4 4h12a1.2 1.2 0 0 1 1.2 1.2v7.6A1.2 1.2 0 0 1 16 14H4a1.2 1.2 0 0 1-1.2-1.2V5.2A1.2 1.2 0 0 1 4 4zM10 14v3M7 17h6',
);
export const MegaphoneIcon = /* @__PURE__ */ createIcon('M4 8.5h3l7.5-4v11L7 11.5H4zM7 11.5l1 5h2l-1-4.1M16.8 8.2a3 3 0 0 1 0 3.6');
export const PlusIcon = /* @__PURE__ */ createIcon('M10 4v12M4 10h12');
export const MinusIcon = /* @__PURE__ */ createIcon('M4 10h12');
export const BagIcon = /* @__PURE__ */ createIcon('M4.5 6.5h11l.8 10H3.7zM7 8.5V6a3 3 0 0 1 6 0v2.5');
export const MoreIcon = /* @__PURE__ */ createIcon('M4.5 10h.01M10 10h.01M15.5 10h.01', 2.6);
export const GripIcon = /* @__PURE__ */ createIcon('M7.5 5h.01M12.5 5h.01M7.5 10h.01M12.5 10h.01M7.5 15h.01M12.5 15h.01', 2.4);
export const UploadIcon = /* @__PURE__ */ createIcon(
  'M10 13V3.5M6 7.3l4-3.8 4 3.8M3.5 13v2A1.5 1.5 0 0 0 5 16.5h10a1.5 1.5 0 0 0 1.5-1.5v-2',
);
export const PencilIcon = /* @__PURE__ */ createIcon(
  'M4 16l.6-3.2L13.2 4a1.4 1.4 0 0 1 2 0l.8.8a1.4 1.4 0 0 1 0 2L7.3 15.4zM11.8 5.5l2.7 2.7',
);
export const TrashIcon = /* @__PURE__ */ createIcon('M4 6h12M8 6V4h4v2M5.5 6l.7 10h7.6l.7-10M8.5 9v4.5M11.5 9v4.5');
export const PlayIcon = /* @__PURE__ */ createIcon('M6.5 4.2v11.6l9-5.8z');
export const LivePhotoIcon = /* @__PURE__ */ createIcon(
  'M10 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM10 14.6a4.6 4.6 0 1 0 0-9.2 4.6 4.6 0 0 0 0 9.2zM10 2.6h.01M13.7 3.6h.01M16.4 6.3h.01M17.4 10h.01M16.4 13.7h.01M13.7 16.4h.01M10 17.4h.01M6.3 16.4h.01M3.6 13.7h.01M2.6 10h.01M3.6 6.3h.01M6.3 3.6h.01',
);
export const PauseIcon = /* @__PURE__ */ createIcon('M7 4.5v11M13 4.5v11');
export const NextIcon = /* @__PURE__ */ createIcon('M5 4.5v11l8-5.5zM15.5 4.5v11');
export const PreviousIcon = /* @__PURE__ */ createIcon('M15 4.5v11L7 10zM4.5 4.5v11');
export const ChevronLeftIcon = /* @__PURE__ */ createIcon('M12.5 4.5L7 10l5.5 5.5');
export const ChevronRightIcon = /* @__PURE__ */ createIcon('M7.5 4.5L13 10l-5.5 5.5');
export const ChevronUpIcon = /* @__PURE__ */ createIcon('M5 12.5l5-5 5 5');
export const SidebarIcon = /* @__PURE__ */ createIcon(
  'M4.5 4h11A1.5 1.5 0 0 1 17 5.5v9a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14.5v-9A1.5 1.5 0 0 1 4.5 4zM8 4v12',
);
export const SunIcon = /* @__PURE__ */ createIcon(
  'M10 13.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM10 2.5v1.3M10 16.2v1.3M2.5 10h1.3M16.2 10h1.3M4.7 4.7l.9.9M14.4 14.4l.9.9M15.3 4.7l-.9.9M5.6 14.4l-.9.9',
);
export const MoonIcon = /* @__PURE__ */ createIcon('M16 11.5A6.5 6.5 0 0 1 8.5 4a6.5 6.5 0 1 0 7.5 7.5z');
export const SystemIcon = /* @__PURE__ */ createIcon(
  'M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM10 3.5v13M10 6.5h5M10 10h6.5M10 13.5h5',
);
export const SignOutIcon = /* @__PURE__ */ createIcon(
  'M8 3.5H5A1.5 1.5 0 0 0 3.5 5v10A1.5 1.5 0 0 0 5 16.5h3M12.5 13.5L16 10l-3.5-3.5M16 10H8',
);
export const CastIcon = /* @__PURE__ */ createIcon(
  'M3.5 7V5.5A1.5 1.5 0 0 1 5 4h10a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 15 16h-3M3.5 10a6 6 0 0 1 6 6M3.5 13a3 3 0 0 1 3 3M3.5 16h.01',
);
export const VideoIcon = /* @__PURE__ */ createIcon(
  'M4.5 5h7A1.5 1.5 0 0 1 13 6.5v7a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 3 13.5v-7A1.5 1.5 0 0 1 4.5 5zM13 9l4-2.5v7L13 11z',
);
export const HeartIcon = /* @__PURE__ */ createIcon(
  'M10 16.3S3.2 12.4 3.2 7.8A3.6 3.6 0 0 1 10 6.2a3.6 3.6 0 0 1 6.8 1.6c0 4.6-6.8 8.5-6.8 8.5z',
);
export const LinkIcon = /* @__PURE__ */ createIcon(
  'M8.3 11.7a3 3 0 0 0 4.3 0l3-3a3 3 0 0 0-4.3-4.3l-1 1M11.7 8.3a3 3 0 0 0-4.3 0l-3 3a3 3 0 0 0 4.3 4.3l1-1',
);
export const FullScreenIcon = /* @__PURE__ */ createIcon('M3.5 7.5v-4h4M12.5 3.5h4v4M16.5 12.5v4h-4M7.5 16.5h-4v-4');
export const MutedIcon = /* @__PURE__ */ createIcon('M4 8v4h2.5L10 15V5L6.5 8zM13 8l4 4M17 8l-4 4');
export const BellIcon = /* @__PURE__ */ createIcon('M5.5 13.5V9a4.5 4.5 0 0 1 9 0v4.5l1.5 1.8H4zM8.4 17.2h3.2');
export const PersonIcon = /* @__PURE__ */ createIcon('M10 10a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM3.8 16.8a6.3 6.3 0 0 1 12.4 0');
export const ClockIcon = /* @__PURE__ */ createIcon('M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 6v4.2l2.8 1.8');
export const CalendarIcon = /* @__PURE__ */ createIcon(
  'M4.5 4.5h11A1.2 1.2 0 0 1 16.7 5.7v9.6a1.2 1.2 0 0 1-1.2 1.2h-11a1.2 1.2 0 0 1-1.2-1.2V5.7A1.2 1.2 0 0 1 4.5 4.5zM3.3 8.3h13.4M7 3v3M13 3v3',
);
export const LockIcon = /* @__PURE__ */ createIcon(
  'M5.5 9h9a1.2 1.2 0 0 1 1.2 1.2v5.1a1.2 1.2 0 0 1-1.2 1.2h-9a1.2 1.2 0 0 1-1.2-1.2v-5.1A1.2 1.2 0 0 1 5.5 9zM7 9V6.5a3 3 0 0 1 6 0V9',
);
export const FolderIcon = /* @__PURE__ */ createIcon(
  'M4 4.5h3.6l1.8 2H16A1.3 1.3 0 0 1 17.3 7.8v6.9A1.3 1.3 0 0 1 16 16H4a1.3 1.3 0 0 1-1.3-1.3V5.8A1.3 1.3 0 0 1 4 4.5zM10 13.5V9.3M8 11.2l2-1.9 2 1.9',
);
export const DocumentIcon = /* @__PURE__ */ createIcon(
  'M5.5 3h6l3.5 3.5V16a1 1 0 0 1-1 1h-8.5a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11.5 3v3.5H15M7 10h5.5M7 13h5.5',
);
export const MailIcon = /* @__PURE__ */ createIcon(
  'M4 4.8h12a1.2 1.2 0 0 1 1.2 1.2v8a1.2 1.2 0 0 1-1.2 1.2H4A1.2 1.2 0 0 1 2.8 14V6A1.2 1.2 0 0 1 4 4.8zM3.2 6l6.8 5 6.8-5',
);
export const FamilyIcon = /* @__PURE__ */ createIcon(
  'M7 9.2a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2zM2.2 16a4.9 4.9 0 0 1 9.6 0M12.6 4.3a2.6 2.6 0 0 1 0 4.6M14.6 11.6a4.9 4.9 0 0 1 3.2 4.4',
);
export const UpgradeIcon = /* @__PURE__ */ createIcon('M10 16.5V5M5.5 9.3L10 4.8l4.5 4.5');
export const RotateLeftIcon = /* @__PURE__ */ createIcon('M4.2 8A6.3 6.3 0 1 1 3.7 11.5M3.7 4v4h4');
export const RotateRightIcon = /* @__PURE__ */ createIcon('M15.8 8A6.3 6.3 0 1 0 16.3 11.5M16.3 4v4h-4');
export const ShareIcon = /* @__PURE__ */ createIcon(
  'M8 9.5a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2zM3 16.2a5.1 5.1 0 0 1 8.6-3.7M15 11.5v5M12.5 14h5',
);
export const StorageIcon = /* @__PURE__ */ createIcon(
  'M10 8c3.6 0 6-1 6-2.2S13.6 3.5 10 3.5 4 4.5 4 5.8 6.4 8 10 8zM4 5.8v8.4c0 1.3 2.4 2.3 6 2.3s6-1 6-2.3V5.8M4 10c0 1.3 2.4 2.2 6 2.2s6-1 6-2.2',
);
export const SubscriptionIcon = /* @__PURE__ */ createIcon(
  'M4.5 5h11A1.5 1.5 0 0 1 17 6.5v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 13.5v-7A1.5 1.5 0 0 1 4.5 5zM3 8.5h14M6 12h3',
);
export const MenuIcon = /* @__PURE__ */ createIcon('M3.5 5.5h13M3.5 10h13M3.5 14.5h13');
export const KeyboardIcon = /* @__PURE__ */ createIcon(
  'M3.7 5.5h12.6A1.2 1.2 0 0 1 17.5 6.7v6.6a1.2 1.2 0 0 1-1.2 1.2H3.7a1.2 1.2 0 0 1-1.2-1.2V6.7a1.2 1.2 0 0 1 1.2-1.2zM5.5 8.3h.01M8.5 8.3h.01M11.5 8.3h.01M14.5 8.3h.01M7 11.7h6',
);
export const ChartIcon = /* @__PURE__ */ createIcon('M3.5 3.5v13h13M7 13v-3M10.5 13V6.5M14 13V9');
export const RegisterIcon = /* @__PURE__ */ createIcon('M5 3h10v14H5zM8 7h4M8 10h4M8 13h2');
export const TagIcon = /* @__PURE__ */ createIcon('M3.5 3.5h6l7 7-6 6-7-7zM7 7h.01');
export const FlagIcon = /* @__PURE__ */ createIcon('M5 17V3.5M5 4.5h10l-2.5 3.5L15 11.5H5');
export const CardIcon = /* @__PURE__ */ createIcon(
  'M4 5h12a1.2 1.2 0 0 1 1.2 1.2v7.6A1.2 1.2 0 0 1 16 15H4a1.2 1.2 0 0 1-1.2-1.2V6.2A1.2 1.2 0 0 1 4 5zM2.8 8.5h14.4M6 12h2.5',
);
export const PowerIcon = /* @__PURE__ */ createIcon('M10 3.5v6M6.2 5.3a6.5 6.5 0 1 0 7.6 0');
export const SlidersIcon = /* @__PURE__ */ createIcon(
  'M3.5 6.5h5M13 6.5h3.5M10.8 8.7a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM3.5 13.5H7M11.5 13.5h5M9.2 15.7a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z',
);
export const TimelineIcon = /* @__PURE__ */ createIcon('M4 4.5h9v5H4zM4 12h5v4H4zM11.5 12H13v4h-1.5zM16.5 3.5v13M15.5 8h2');
export const ShieldIcon = /* @__PURE__ */ createIcon('M10 2.8l6 2.2v4.6c0 3.6-2.4 6.3-6 7.6-3.6-1.3-6-4-6-7.6V5zM7.4 9.8l1.9 1.9 3.4-3.6');
