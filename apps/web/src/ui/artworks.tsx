import { type ReactNode, useId } from 'react';

const dunes: Artwork = ({ id }) => (
  <>
    <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stopColor="#3d3a6b" />
      <stop offset="0.45" stopColor="#c7657b" />
      <stop offset="0.75" stopColor="#f2b27a" />
    </linearGradient>
    <rect width="400" height="300" fill={`url(#${id})`} />
    <circle cx="278" cy="138" r="34" fill="#ffe3b3" />
    <path d="M0 196c60-34 128-40 190-12s140 26 210-14v130H0z" fill="#b4533f" />
    <path d="M0 232c84-52 150-18 214 2s126 10 186-22v88H0z" fill="#7f3236" />
    <path d="M0 300c40-62 122-64 196-34s132 28 204-6v40z" fill="#43192b" />
  </>
);

const moonrise: Artwork = ({ id }) => (
  <>
    <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stopColor="#0d1b3d" />
      <stop offset="0.6" stopColor="#2a4f86" />
      <stop offset="0.62" stopColor="#16335f" />
      <stop offset="1" stopColor="#091228" />
    </linearGradient>
    <rect width="400" height="300" fill={`url(#${id})`} />
    <circle cx="200" cy="104" r="40" fill="#f4ecd4" />
    <g stroke="#f4ecd4" strokeLinecap="round" strokeWidth="5">
      <path d="M168 202h64M182 218h46M160 236h52M190 254h44M174 274h34" opacity="0.75" />
    </g>
    <path d="M0 184c42-18 72-14 106 1H0z" fill="#0a1730" />
    <path d="M400 184c-32-26-70-22-98 1h98z" fill="#0a1730" />
  </>
);

const ridges: Artwork = ({ id }) => (
  <>
    <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stopColor="#e9efe9" />
      <stop offset="1" stopColor="#a9c9c4" />
    </linearGradient>
    <rect width="400" height="300" fill={`url(#${id})`} />
    <path d="M0 160l62-52 48 32 66-70 74 76 58-40 92 62v132H0z" fill="#86b0ae" />
    <path d="M0 206l84-56 62 46 72-64 70 60 112-52v160H0z" fill="#4c8285" />
    <path d="M0 246l72-34 80 32 96-48 66 42 86-30v92H0z" fill="#265259" />
    <path d="M0 284l110-28 92 26 104-34 94 26v26H0z" fill="#123037" />
  </>
);

const birches: Artwork = ({ id }) => (
  <>
    <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stopColor="#f6d68b" />
      <stop offset="1" stopColor="#c9722f" />
    </linearGradient>
    <rect width="400" height="300" fill={`url(#${id})`} />
    <g fill="#e59a3f" opacity="0.8">
      <circle cx="70" cy="60" r="62" />
      <circle cx="200" cy="34" r="72" />
      <circle cx="330" cy="70" r="66" />
      <circle cx="140" cy="104" r="40" />
      <circle cx="270" cy="116" r="44" />
    </g>
    <g fill="#f8f3e8">
      <path d="M52 0h24l4 300H46zM142 0h18l8 300h-34zM226 0h28l-2 300h-32zM334 0h20l8 300h-34z" />
    </g>
    <g fill="#3a2a23">
      <path d="M50 70h18v5H50zM60 140h18v5H60zM48 220h16v6H48zM142 96h14v5h-14zM150 190h16v5h-16zM236 60h18v6h-18zM224 150h16v5h-16zM232 236h20v5h-20zM334 110h14v5h-14zM344 204h16v6h-16z" />
    </g>
    <path d="M0 262c70-16 130 2 200-4s140-16 200 2v40H0z" fill="#6b3b1f" />
  </>
);

const harbour: Artwork = ({ id }) => (
  <>
    <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stopColor="#bfe3ea" />
      <stop offset="1" stopColor="#f7efd9" />
    </linearGradient>
    <rect width="400" height="300" fill={`url(#${id})`} />
    <path d="M0 178h400v122H0z" fill="#1f7a8c" />
    <path d="M0 198h400M0 224h400M0 256h400" stroke="#57a6b3" strokeWidth="4" strokeDasharray="46 30" />
    <path d="M0 178V96h44v82zM44 178v-58h40v58z" fill="#d95d39" />
    <path d="M84 178v-96h36v96z" fill="#f0a202" />
    <path d="M120 178v-66h46v66z" fill="#f6f1e4" />
    <path d="M0 96l22-22 22 22zM84 82l18-20 18 20zM120 112l23-20 23 20z" fill="#5c2f25" />
    <path d="M212 206h132l-22 34h-88z" fill="#fbfaf4" />
    <path d="M212 206h132l-6 10H218z" fill="#b0352b" />
    <path d="M272 198V72l58 118z" fill="#fffdf5" />
    <path d="M264 198V92l-40 98z" fill="#f0a202" />
  </>
);

const aurora: Artwork = ({ id }) => (
  <>
    <linearGradient id={id} x1="0" y1="1" x2="0" y2="0">
      <stop offset="0" stopColor="#7cf0c2" />
      <stop offset="1" stopColor="#7cf0c2" stopOpacity="0" />
    </linearGradient>
    <rect width="400" height="300" fill="#0b1633" />
    <path d="M-10 190c70-60 104 10 168-34s96-18 132-34 70-6 120-40V10C330 60 300 30 240 60S110 60-10 100z" fill={`url(#${id})`} />
    <path d="M40 220c80-40 150 4 220-28s90-24 150-36V80c-60 30-120 20-170 50S110 150 40 160z" fill={`url(#${id})`} opacity="0.55" />
    <g fill="#eaf3ff">
      <path d="M48 40h3v3h-3zM122 24h2v2h-2zM206 18h3v3h-3zM318 30h3v3h-3zM372 66h2v2h-2zM84 78h2v2h-2zM262 44h2v2h-2z" />
    </g>
    <path d="M0 232l58-34 46 26 70-48 62 44 50-28 60 36 54-30v102H0z" fill="#101f3f" />
    <path d="M0 262h400v38H0z" fill="#dfe9f5" />
    <path d="M150 262l24-26 24 26z" fill="#c3483a" />
    <path d="M164 262v-12h8v12z" fill="#ffd98a" />
  </>
);

const terraces: Artwork = () => (
  <>
    <rect width="400" height="300" fill="#f4d9c6" />
    <circle cx="110" cy="76" r="38" fill="#e2604a" />
    <path d="M0 132c90-44 170-30 240-4s110 20 160 2v170H0z" fill="#c8d5a3" />
    <path d="M0 168c80-36 166-26 236 0s116 20 164 4v128H0z" fill="#93b475" />
    <path d="M0 206c84-34 160-22 232 2s122 18 168 2v90H0z" fill="#5f9160" />
    <path d="M0 242c88-30 156-18 230 4s124 14 170-2v56H0z" fill="#2f6b55" />
    <path d="M0 274c90-22 150-12 226 4s128 8 174-4v26H0z" fill="#174a43" />
    <path
      d="M300 150v-40M300 110c-16-6-26 2-30 14 14 2 24-2 30-14zM300 110c16-6 26 2 30 14-14 2-24-2-30-14z"
      fill="#174a43"
      stroke="#174a43"
      strokeWidth="4"
    />
  </>
);

/** Drawings of wide places. */
const LANDSCAPES = { dunes, moonrise, ridges, birches, harbour, aurora, terraces } as const;

/**
 * A drawn picture for the public pages, 400 by 300, cropped to its frame; drawn because no user's photos belong here. `id` names its gradient, and must
 * differ between uses on a page.
 */
type Artwork = (props: { id: string }) => ReactNode;

const poppies: Artwork = () => (
  <>
    <rect width="400" height="300" fill="#f3e8d2" />
    <g stroke="#47653f" strokeWidth="5" fill="none" strokeLinecap="round">
      <path d="M118 300c4-70-14-112-6-160M206 300c-6-80 10-130 2-196M296 300c-2-62 12-90 6-138M158 300c8-40 4-60 14-84M256 300c-6-34-2-50-10-72" />
    </g>
    <g fill="#d3402f">
      <path d="M72 128c-6-40 22-58 42-44 22-16 50 6 40 44-12 28-70 30-82 0z" />
      <path d="M160 92c-8-46 26-66 48-48 24-18 58 6 46 50-14 32-82 34-94-2z" />
      <path d="M264 150c-6-36 20-50 38-38 20-14 44 6 36 40-12 24-64 26-74-2z" />
    </g>
    <g fill="#e8774a">
      <circle cx="172" cy="212" r="24" />
      <circle cx="246" cy="224" r="19" />
    </g>
    <g fill="#2b1b20">
      <circle cx="113" cy="124" r="11" />
      <circle cx="208" cy="90" r="13" />
      <circle cx="302" cy="148" r="10" />
      <circle cx="172" cy="212" r="7" />
      <circle cx="246" cy="224" r="6" />
    </g>
  </>
);

const courtyard: Artwork = () => (
  <>
    <rect width="400" height="300" fill="#5ea6d6" />
    <path d="M0 70h190v230H0z" fill="#e2718b" />
    <path d="M190 20h210v280H190z" fill="#f0a35c" />
    <path d="M190 20l-74 280h74z" fill="#b94d6d" />
    <path d="M262 130a44 44 0 0 1 88 0v130h-88z" fill="#7c3b2c" />
    <path d="M306 86a44 44 0 0 1 44 44v130h-44z" fill="#5b2a22" />
    <path d="M0 258h400v42H0z" fill="#f7dcb4" />
    <path d="M0 258h190l60 42H0z" fill="#d9b489" />
    <circle cx="58" cy="42" r="20" fill="#fff3d0" />
  </>
);

const lemons: Artwork = () => (
  <>
    <rect width="400" height="300" fill="#1f4a46" />
    <rect y="196" width="400" height="104" fill="#e7ddc8" />
    <ellipse cx="206" cy="238" rx="140" ry="18" fill="#c3b491" />
    <path d="M86 168h240c-4 52-50 76-120 76S90 220 86 168z" fill="#f4f1ea" />
    <path d="M206 244c70 0 116-24 120-76h-44c-4 42-34 68-76 76z" fill="#cfcabd" />
    <g fill="#f2c230">
      <ellipse cx="152" cy="148" rx="46" ry="34" transform="rotate(-18 152 148)" />
      <ellipse cx="240" cy="140" rx="48" ry="35" transform="rotate(14 240 140)" />
      <ellipse cx="196" cy="116" rx="44" ry="33" />
    </g>
    <path d="M196 84c10-22 36-28 52-16-12 16-32 22-52 16z" fill="#6fa05a" />
    <path d="M86 168h240v10H88z" fill="#fff" />
  </>
);

const cutouts: Artwork = () => (
  <>
    <rect width="400" height="300" fill="#f5efe2" />
    <rect width="200" height="150" fill="#2b3bd4" />
    <rect x="200" y="150" width="200" height="150" fill="#e9b23c" />
    <path
      d="M100 20c-8 20-30 16-40 34 20-4 26 4 30 14-22-2-34 8-40 28 18-10 32-6 40 6-4 14 0 28 10 38 10-10 14-24 10-38 8-12 22-16 40-6-6-20-18-30-40-28 4-10 10-18 30-14-10-18-32-14-40-34z"
      fill="#f5efe2"
    />
    <path
      d="M300 16c40 10 62 40 56 76s-40 48-70 36-42-44-24-66 46-10 44 10-26 20-26 4"
      fill="none"
      stroke="#d3402f"
      strokeWidth="20"
      strokeLinecap="round"
    />
    <path d="M300 172c18 22 56 20 60 48s-30 28-34 52c-20-16-44-2-58-16s6-28-6-42 16-36 38-42z" fill="#17181a" />
    <path d="M40 280c0-60 30-100 60-110 30 14 60 50 60 110z" fill="#1c7c64" />
  </>
);

const kites: Artwork = () => (
  <>
    <rect width="400" height="300" fill="#8cc7e8" />
    <g fill="#ffffff" opacity="0.85">
      <path d="M20 96c6-22 36-22 44-6 18-10 40 2 38 18H16c-4-4 0-10 4-12zM262 60c6-20 34-22 44-4 20-8 38 4 36 18h-84c-4-4 0-12 4-14z" />
    </g>
    <path d="M0 262c80-30 140-10 210-12s130-24 190 0v50H0z" fill="#3f8f5b" />
    <path d="M150 60l44 50-30 62-48-52z" fill="#d3402f" />
    <path d="M150 60l14 112M116 120l78-10" stroke="#fff3d6" strokeWidth="4" />
    <path d="M164 172c10 26-14 34-4 54s-6 24-2 36" fill="none" stroke="#7c2f26" strokeWidth="4" />
    <path d="M276 116l34 20-6 50-44-22z" fill="#f2c230" />
    <path d="M276 116l28 70M310 136l-50 28" stroke="#7a5a06" strokeWidth="3" />
    <path d="M304 186c14 16-6 26 2 40s-8 22-4 32" fill="none" stroke="#7a5a06" strokeWidth="3" />
  </>
);

const windowsill: Artwork = () => (
  <>
    <rect width="400" height="300" fill="#31406b" />
    <path d="M60 20h280v200H60z" fill="#f6c98f" />
    <path d="M60 150c60-30 90-8 140-18s90-26 140-6v94H60z" fill="#c9764b" />
    <circle cx="270" cy="84" r="28" fill="#fff1cf" />
    <path d="M60 20h280v200H60zM200 20v200M60 116h280" fill="none" stroke="#f4efe4" strokeWidth="10" />
    <path d="M30 220h340v22H30z" fill="#f4efe4" />
    <path d="M30 242h340v58H30z" fill="#26335a" />
    <path d="M112 220c-12-44 6-76 30-80l8-22 12 20h14l12-20 4 26c20 18 26 50 14 76z" fill="#17181a" />
    <path d="M204 214c34 6 40-20 28-34" fill="none" stroke="#17181a" strokeWidth="11" strokeLinecap="round" />
    <path d="M276 220l-8-40h44l-8 40z" fill="#d3402f" />
    <path d="M290 180c-22-14-22-40-8-54 10 16 14 34 8 54zM290 180c4-26 20-40 36-40 0 20-14 36-36 40z" fill="#3c7a4c" />
  </>
);

const breakfast: Artwork = () => (
  <>
    <rect width="400" height="300" fill="#f3b9a8" />
    <path d="M0 0h400v300z" fill="#efa793" />
    <circle cx="150" cy="160" r="104" fill="#fffaf0" />
    <circle cx="150" cy="160" r="80" fill="#f0e6d4" />
    <path d="M98 150c-4-34 30-52 56-42s56 8 58 42-26 34-44 54-66-8-70-54z" fill="#ffffff" />
    <circle cx="148" cy="154" r="27" fill="#f4b01e" />
    <circle cx="140" cy="146" r="7" fill="#fbd678" />
    <circle cx="324" cy="92" r="58" fill="#2c5b6e" />
    <circle cx="324" cy="92" r="44" fill="#4a2a1a" />
    <path d="M296 84c14-16 42-16 56 0-14 6-42 6-56 0z" fill="#7a4a2c" />
    <path d="M292 196l18-6 22 96-18 6zM336 190l16 4-12 102-16-4z" fill="#c9ccd2" />
  </>
);

/** Drawings of objects. */
const STILL_LIFES = { poppies, courtyard, lemons, cutouts, kites, windowsill, breakfast } as const;

const ARTWORKS = { ...LANDSCAPES, ...STILL_LIFES } as const;
export type ArtworkName = keyof typeof ARTWORKS;

interface ArtworkPictureProps {
  name: ArtworkName;
  className?: string;
  /** Description of a meaningful picture; decorative ones have none. */
  label?: string;
}

export function ArtworkPicture({ name, className, label }: ArtworkPictureProps) {
  const id = useId();
  const Drawing = ARTWORKS[name];
  const meaning = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const);
  return (
    <svg className={className} viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice" focusable="false" {...meaning}>
      <Drawing id={id} />
    </svg>
  );
}
