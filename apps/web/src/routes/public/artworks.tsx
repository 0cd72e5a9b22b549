import { useId } from 'react';

/** Pictures drawn for the public pages; each fills its frame by cropping. Generated, since nobody's photographs belong here. */
type Artwork = (props: { id: string }) => React.ReactNode;

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

const ARTWORKS = { dunes, moonrise, ridges, poppies, courtyard, lemons, birches, cutouts } as const;
export type ArtworkName = keyof typeof ARTWORKS;

export function ArtworkPicture({ name, className }: { name: ArtworkName; className?: string }) {
  const id = useId();
  const Drawing = ARTWORKS[name];
  return (
    <svg className={className} viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
      <Drawing id={id} />
    </svg>
  );
}
