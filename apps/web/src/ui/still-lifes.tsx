import type { Artwork } from './artwork.ts';

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

/** Drawings of things near by. */
export const STILL_LIFES = { poppies, courtyard, lemons, cutouts, kites, windowsill, breakfast } as const;
