#include "train/train_schedule.h"

#include <math.h>

double schedule_rate(const TrainSchedule *s, double progress) {
    if (progress < s->warm_up)
        return s->rate * progress / s->warm_up;
    const double begin = s->warm_up + s->flat;
    if (progress <= begin)
        return s->rate;
    const double fallen = (1 - cos(3.14159265358979 * (progress - begin) / (1 - begin))) / 2;
    return s->rate * (1 - (1 - s->rate_end) * fallen);
}

double schedule_share(const TrainSchedule *s, double progress) {
    return s->share + (s->share_end - s->share) * progress;
}

bool schedule_averages(const TrainSchedule *s, double progress) {
    return s->mean > 0 && progress >= 1 - s->mean;
}
