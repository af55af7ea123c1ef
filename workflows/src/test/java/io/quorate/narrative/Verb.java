package io.quorate.narrative;

import java.util.List;

/** What a narrative asks of the cluster it drew; the answer is compared to the letter. */
enum Verb {
  /** {@code diagnose}: what is wrong, as {@code quorate status} says it. */
  DIAGNOSE {
    @Override
    String answer(Scene scene, List<String> words) {
      return Telling.diagnosis(scene.view());
    }
  },
  /** {@code prescribe RUNBOOK [--option VALUE]...}, or {@code prescribe again}: the next round. */
  PRESCRIBE {
    @Override
    String answer(Scene scene, List<String> words) {
      return Telling.prescription(scene, words);
    }
  },
  /** {@code judge NUMBER}: the guard holds this step of the last plan against the cluster. */
  JUDGE {
    @Override
    String answer(Scene scene, List<String> words) {
      return Telling.verdict(scene, Integer.parseInt(words.get(0)));
    }
  };

  abstract String answer(Scene scene, List<String> words);
}
