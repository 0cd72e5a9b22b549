import type { SVGProps } from 'react';

export type IconProps = SVGProps<SVGSVGElement> & { size?: number };

/** Own icons on a 20 px grid with one line width; always decorative, with a text or label next to them. */
export const createIcon = (path: string, strokeWidth = 1.6) =>
  function Icon({ size = 20, ...rest }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth={strokeWidth}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
        {...rest}
      >
        <path d={path} />
      </svg>
    );
  };

export const CloseIcon = /* @__PURE__ */ createIcon('M5 5l10 10M15 5L5 15');
export const SearchIcon = /* @__PURE__ */ createIcon('M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM13 13l4 4');
export const SortIcon = /* @__PURE__ */ createIcon('M4 6h12M4 10h8M4 14h4');
export const GridIcon = /* @__PURE__ */ createIcon('M4 4h4.5v4.5H4zM11.5 4H16v4.5h-4.5zM4 11.5h4.5V16H4zM11.5 11.5H16V16h-4.5z');
export const ListIcon = /* @__PURE__ */ createIcon('M4 5h.01M4 10h.01M4 15h.01M7.5 5H16M7.5 10H16M7.5 15H16');
export const DownloadIcon = /* @__PURE__ */ createIcon('M10 3.5V13M6 9.4l4 3.8 4-3.8M3.5 16.5h13');
export const CheckIcon = /* @__PURE__ */ createIcon('M4.5 10.5l3.7 3.7L15.5 6.5');
export const ChevronDownIcon = /* @__PURE__ */ createIcon('M5 7.5l5 5 5-5');
export const ArrowUpIcon = /* @__PURE__ */ createIcon('M10 16V4M5 9l5-5 5 5');
export const ArrowDownIcon = /* @__PURE__ */ createIcon('M10 4v12M5 11l5 5 5-5');
export const ArrowLeftIcon = /* @__PURE__ */ createIcon('M16 10H4M9 5l-5 5 5 5');
export const EyeIcon = /* @__PURE__ */ createIcon(
  'M2.5 10S5.2 5 10 5s7.5 5 7.5 5-2.7 5-7.5 5-7.5-5-7.5-5zM10 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z',
);
export const EyeOffIcon = /* @__PURE__ */ createIcon(
  'M4 4l12 12M8.3 5.2A7 7 0 0 1 10 5c4.8 0 7.5 5 7.5 5a13 13 0 0 1-2 2.6M12.8 14.5A7 7 0 0 1 10 15c-4.8 0-7.5-5-7.5-5a13 13 0 0 1 3.1-3.5M8.6 8.6a2.1 2.1 0 0 0 2.9 2.9',
);
export const WarningIcon = /* @__PURE__ */ createIcon('M10 3.5l7 12.5H3zM10 8.5v3.3M10 13.9h.01');
export const InfoIcon = /* @__PURE__ */ createIcon('M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 9.3v4M10 6.7h.01');
export const RetryIcon = /* @__PURE__ */ createIcon('M15.8 8A6.3 6.3 0 1 0 16.3 11.5M16.3 4v4h-4');
export const ImageIcon = /* @__PURE__ */ createIcon(
  'M4.5 4h11A1.5 1.5 0 0 1 17 5.5v9a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14.5v-9A1.5 1.5 0 0 1 4.5 4zM3.3 14l3.8-3.8 2.9 2.7 3-3.4 3.8 4M7.2 8.2a.9.9 0 1 0 0-1.8.9.9 0 0 0 0 1.8z',
);
export const SoundIcon = /* @__PURE__ */ createIcon('M4 8v4h2.5L10 15V5L6.5 8zM12.8 7.5a3.5 3.5 0 0 1 0 5M15 5.5a6.3 6.3 0 0 1 0 9');
export const CopyIcon = /* @__PURE__ */ createIcon(
  'M8.5 7H15a1.2 1.2 0 0 1 1.2 1.2v7a1.2 1.2 0 0 1-1.2 1.2H8.5a1.2 1.2 0 0 1-1.2-1.2v-7A1.2 1.2 0 0 1 8.5 7zM12.7 7V4.8a1.2 1.2 0 0 0-1.2-1.2H5a1.2 1.2 0 0 0-1.2 1.2v7A1.2 1.2 0 0 0 5 13h2.3',
);
export const QuestionIcon = /* @__PURE__ */ createIcon(
  'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM7.9 8a2.1 2.1 0 1 1 3 1.9c-.6.3-.9.7-.9 1.4M10 13.7h.01',
);
