interface Question {
  question: string;
  answer: string;
}

/** What people ask before they have an account. The help behind the sign-in has questions of its own, kept by administrators. */
export const QUESTIONS: { topic: string; questions: Question[] }[] = [
  {
    topic: 'Pictures and videos',
    questions: [
      {
        question: 'Which files can I upload?',
        answer:
          'JPEG, PNG, WebP, HEIC and AVIF pictures, and nearly every video: MP4, MOV, MKV, WebM, AVI and more. The content counts, not the file name. Pictures from an iPhone are shown the right way up, and the original is always kept.',
      },
      {
        question: 'How large can they be?',
        answer:
          'Up to 5 GB for one file and for one album, 30 files at a time. An interrupted upload continues where it stopped, even after you close the laptop.',
      },
      {
        question: 'What happens to the quality?',
        answer:
          'Each screen gets a version made for its size, and videos play in 720p. Your original stays as it was, and you can download it at any time.',
      },
    ],
  },
  {
    topic: 'Screens',
    questions: [
      {
        question: 'What do I need as a screen?',
        answer:
          'Anything with a browser: a television, a tablet on a shelf, a small computer behind a display. Open /screen on it, and add the six characters that it shows to your devices.',
      },
      {
        question: 'What happens when the network goes down?',
        answer:
          'The screen keeps playing. It holds a verified copy of everything it shows, which survives a power cut, and it catches up when the network is back.',
      },
      {
        question: 'Can different pictures show at different times?',
        answer:
          'Yes. A playlist can have a schedule: every day, on certain weekdays or once, in the screen’s time zone. Outside those times the screen returns to what it showed before.',
      },
      {
        question: 'I gave a screen away. Can its new owner see my pictures?',
        answer:
          'No, once you have removed the device from your account: the screen then deletes what it holds. The characters on a screen give no access by themselves.',
      },
    ],
  },
  {
    topic: 'Sharing',
    questions: [
      {
        question: 'Can friends add to my albums?',
        answer:
          'Yes. Share an album with their email address and let them add to it. What they add appears on every screen that shows the album, and each of them can download the shared files.',
      },
      {
        question: 'What does a family get?',
        answer: 'An organisation of its own: an owner, sub-admins who help, and albums, playlists and devices that everybody in it shares.',
      },
    ],
  },
  {
    topic: 'Accounts and plans',
    questions: [
      {
        question: 'What is free?',
        answer: 'The first 30 days: 5 GB, 10 playlists, 20 albums and one device. No card required.',
      },
      {
        question: 'What happens when my plan ends?',
        answer: 'New uploads and new devices wait until you renew it. Existing content is never hidden, stopped or deleted.',
      },
      {
        question: 'Can I leave, with everything?',
        answer:
          'Yes. Download your originals, export your data from your profile, and delete the account there. You don’t need to ask anyone.',
      },
      {
        question: 'Can I run it myself?',
        answer: 'Yes. Vitrine is free software under the MIT licence and starts with one command on a laptop or a server.',
      },
    ],
  },
];
