import { PrivacyText } from '../../accounts/parts/privacy-text.tsx';
import { TextPage } from '../parts/text-page.tsx';

export function PrivacyPage() {
  return (
    <TextPage
      title="Privacy Agreement"
      lead="What data we store about you, why, who can see it, and how to export it. You accept this agreement the first time you sign in."
    >
      <PrivacyText headings="h2" />
    </TextPage>
  );
}
