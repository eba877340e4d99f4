import { isTextQuestion } from '#contract/application-rules.ts';
import { profileSections, questionTypes, requirementLevels } from '#contract/opportunity-rules.ts';
import { basicFieldCount, yesNoSections } from '#contract/readiness.ts';
import { nonEmptyLines } from '#contract/values.ts';
import type { Form } from '../../../lib/form.ts';
import { CheckField, SelectField, TextArea, TextField } from '../../../ui/Field.tsx';
import { Pair } from './FormSection.tsx';
import { newProfileRequirement, newQuestion, newRequirement } from './lists.ts';
import { Repeater } from './Repeater.tsx';
import type { OpportunityValues } from './values.ts';

/** What a student must do or bring. */
export const RequirementList = ({ form }: { form: Form<OpportunityValues> }) => (
  <Repeater form={form} name="requirements" noun="talab" add="Talab qo‘shish" createRow={newRequirement} firstField="requirement">
    {(path) => (
      <>
        <TextArea form={form} name={`${path}.requirement`} label="Talab matni" rows={2} />
        <CheckField form={form} name={`${path}.is_mandatory`} label="Majburiy talab" />
      </>
    )}
  </Repeater>
);

/** Sections of the profile that must be filled in before applying. */
export const ProfileRequirementList = ({ form }: { form: Form<OpportunityValues> }) => (
  <Repeater
    form={form}
    name="profile_requirements"
    noun="profil talabi"
    add="Profil talabini qo‘shish"
    createRow={newProfileRequirement}
    firstField="section"
  >
    {(path, row) => (
      <>
        <Pair>
          <SelectField form={form} name={`${path}.section`} label="Profil bo‘limi" options={profileSections} empty={null} />
          <SelectField form={form} name={`${path}.requirement_level`} label="Talab darajasi" options={requirementLevels} empty={null} />
        </Pair>
        {!yesNoSections.includes(row.section) && (
          <TextField
            form={form}
            name={`${path}.minimum_items`}
            label="Eng kam soni"
            optional
            type="number"
            inputMode="numeric"
            min={0}
            hint={
              row.section === 'basic_info'
                ? `Telefon, manzil, “Haqimda”, universitet va mutaxassislikdan kamida nechtasi to‘ldirilgan bo‘lishi kerak (ko‘pi bilan ${basicFieldCount}).`
                : 'Bo‘limda kamida nechta yozuv bo‘lishi kerak.'
            }
          />
        )}
        <TextArea
          form={form}
          name={`${path}.custom_message`}
          label="Talabaga xabar"
          optional
          rows={2}
          hint="Bo‘limni to‘ldirmagan talaba ariza topshirishda shu xabarni ko‘radi."
        />
      </>
    )}
  </Repeater>
);

/** Questions that a student answers in the application. */
export const QuestionList = ({ form }: { form: Form<OpportunityValues> }) => (
  <Repeater form={form} name="additional_questions" noun="savol" add="Savol qo‘shish" createRow={newQuestion} firstField="question" movable>
    {(path, row) => (
      <>
        <TextArea form={form} name={`${path}.question`} label="Savol matni" rows={2} />
        <SelectField form={form} name={`${path}.question_type`} label="Savol turi" options={questionTypes} empty={null} />
        {(row.question_type === 'select' || row.question_type === 'checkbox') && (
          <TextArea
            form={form}
            name={`${path}.options`}
            label="Javob variantlari"
            rows={4}
            hint={
              row.question_type === 'select'
                ? 'Har bir variantni yangi qatordan yozing. Variantsiz savolga matn bilan javob beriladi.'
                : 'Har bir variantni yangi qatordan yozing. Variantsiz savol bitta “ha” belgisi bo‘ladi.'
            }
          />
        )}
        <CheckField form={form} name={`${path}.is_required`} label="Javob berish majburiy" />
        <Pair>
          <TextField form={form} name={`${path}.placeholder`} label="Namuna matn" optional hint="Bo‘sh maydon ichida ko‘rinadi." />
          <TextField form={form} name={`${path}.help_text`} label="Yordamchi matn" optional hint="Savol ostida ko‘rinadi." />
        </Pair>
        {isTextQuestion({ question_type: row.question_type, options: nonEmptyLines(row.options) }) && (
          <Pair>
            <TextField
              form={form}
              name={`${path}.min_length`}
              label="Eng kam belgi soni"
              optional
              type="number"
              inputMode="numeric"
              min={0}
            />
            <TextField
              form={form}
              name={`${path}.max_length`}
              label="Eng ko‘p belgi soni"
              optional
              type="number"
              inputMode="numeric"
              min={1}
            />
          </Pair>
        )}
      </>
    )}
  </Repeater>
);
