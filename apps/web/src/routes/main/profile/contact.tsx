import { ContactForm } from '../../../features/public-site/components/contact-form.tsx';
import { Panel } from '../../../ui/panel.tsx';

export function ContactPage() {
  return (
    <Panel title="Write to us" note="A question, a request, something that does not work: we reply by email.">
      <ContactForm />
    </Panel>
  );
}
