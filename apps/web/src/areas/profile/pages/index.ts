/** One chunk for all pages of the profile; see playlist-pages.ts. */

export { ReceiptPage } from '../../payments/pages/receipt.tsx';
export { TransactionsPage } from '../../payments/pages/transactions.tsx';
export { OrderPage } from '../../shop/pages/order.tsx';
export { OrdersPage } from '../../shop/pages/orders.tsx';
export { ContactPage } from '../../site/pages/profile-contact.tsx';
export { TermsPage } from '../../site/pages/terms.tsx';
export { ChangePasswordPage } from './change-password.tsx';
export { FtpAccountPage } from './ftp-account.tsx';
export { ProfilePage } from './profile.tsx';
export { ProfileLayout } from './profile-layout.tsx';
