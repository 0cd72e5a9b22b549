/** All pages of the profile in one chunk, because each chunk adds its name to the first script. */
export { ChangePasswordPage } from './change-password.tsx';
export { FtpAccountPage } from './ftp-account.tsx';
export { ProfilePage } from './profile.tsx';
export { ProfileLayout } from './profile-layout.tsx';
