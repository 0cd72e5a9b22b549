import type { Artwork } from './artwork.ts';

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
export const LANDSCAPES = { dunes, moonrise, ridges, birches, harbour, aurora, terraces } as const;
